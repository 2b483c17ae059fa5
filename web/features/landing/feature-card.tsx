import { cx } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type FeatureCardProps = {
  feature: { title: string; text: string; Icon: LucideIcon }
  className?: string
  children?: ReactNode
}

export function FeatureCard({ feature: { title, text, Icon }, className, children }: FeatureCardProps) {
  return (
    <li className={cx('flex flex-col rounded-xl border bg-raised p-6 shadow-raised', className)}>
      <span aria-hidden className="flex size-10 items-center justify-center rounded-lg bg-accent-soft text-accent">
        <Icon className="size-5" />
      </span>
      <h3 className="mt-5 text-lg font-semibold">{title}</h3>
      <p className="mt-1.5 text-pretty text-muted">{text}</p>
      {children && <div className="mt-5 flex flex-1 flex-col justify-end">{children}</div>}
    </li>
  )
}
