import { cx } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return <section {...props} className={cx('min-w-0 rounded-lg border bg-raised shadow-raised', className)} />
}

type CardHeaderProps = { title: string; id?: string; description?: ReactNode; actions?: ReactNode }

export function CardHeader({ title, id, description, actions }: CardHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-3 md:px-5">
      <div className="min-w-0">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {description && <p className="text-sm text-muted">{description}</p>}
      </div>
      {actions && <div className="flex w-full flex-wrap gap-2 sm:w-auto">{actions}</div>}
    </header>
  )
}

export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cx('p-4 md:p-5', className)} />
}
