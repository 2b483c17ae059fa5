import { cx } from 'class-variance-authority'

/** Keeps the place of something that is being loaded; `className` gives it that thing's size. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span className={cx('block max-w-full rounded-sm bg-hover', className)}>
      <span className="sr-only">Loading...</span>
    </span>
  )
}
