import type { ReactNode } from 'react'

type SectionHeadingProps = { title: string; description: string; action?: ReactNode }

/** Begins a part of a card. */
export function SectionHeading({ title, description, action }: SectionHeadingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-3 md:px-5">
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-sm text-muted">{description}</p>
      </div>
      {action}
    </div>
  )
}
