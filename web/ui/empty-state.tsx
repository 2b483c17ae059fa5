import type { ReactNode } from 'react'

type EmptyStateProps = { icon?: ReactNode; action?: ReactNode; children: ReactNode }

/** Says what will appear here and offers the action that makes it appear. */
export function EmptyState({ icon, action, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-10 text-center">
      {icon && (
        <div
          aria-hidden
          className="flex size-10 items-center justify-center rounded-lg border bg-sunken text-muted [&_svg]:size-5"
        >
          {icon}
        </div>
      )}
      <p className="max-w-prose text-balance text-muted">{children}</p>
      {action}
    </div>
  )
}
