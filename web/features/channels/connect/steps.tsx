import type { ReactNode } from 'react'

export function Steps({ children }: { children: ReactNode }) {
  return <ol className="grid gap-4 [counter-reset:step]">{children}</ol>
}

type StepProps = {
  /** What to do, in a sentence. */
  text: ReactNode
  /** What is needed to do it, such as an address to copy. */
  children?: ReactNode
}

export function Step({ text, children }: StepProps) {
  return (
    <li className="flex gap-3 [counter-increment:step]">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent before:content-[counter(step)]"
      />
      <div className="grid min-w-0 flex-1 gap-3">
        <p className="pt-0.5 wrap-anywhere">{text}</p>
        {children}
      </div>
    </li>
  )
}
