import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { t } from '#contract/i18n.ts'

type LandingSectionProps = {
  id: string
  title: string
  lead: string
  className?: string
  children: ReactNode
}

export function LandingSection({ id, title, lead, className, children }: LandingSectionProps) {
  const headingId = `${id}-heading`
  return (
    <section id={id} aria-labelledby={headingId} className={cx('px-4 py-16 md:px-8 md:py-24', className)}>
      <div className="mx-auto max-w-6xl">
        <h2
          id={headingId}
          tabIndex={-1}
          className="max-w-2xl text-3xl font-semibold tracking-tight text-balance outline-none md:text-4xl"
        >
          {title}
        </h2>
        <p className="mt-3 max-w-2xl text-lg text-pretty text-muted">{lead}</p>
        <div className="mt-10">{children}</div>
      </div>
    </section>
  )
}

export const featuresId = 'features'

export const sectionLinks = [
  { id: featuresId, label: t('Features') },
  { id: 'integration', label: t('Sellers and vendors') },
  { id: 'pricing', label: t('Pricing') },
  { id: 'technology', label: t('Technology') },
] as const
