import { cx } from 'class-variance-authority'

/** Two steps, one inside the other, on a grid of 16: an L that is followed by another. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden className={cx('shrink-0', className)}>
      <rect width="16" height="16" rx="3.5" className="fill-accent" />
      <path d="M3 3h2v8h8v2H3z" className="fill-on-accent" />
      <path d="M7 3h2v4h4v2H7z" className="fill-on-accent opacity-70" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark className="size-6" />
      <span className="text-lg font-semibold tracking-tight">Lockstep</span>
    </span>
  )
}
