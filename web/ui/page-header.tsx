import type { MouseEvent, ReactNode } from 'react'
import { t } from '#contract/i18n.ts'

type PageHeaderProps = { title: string; eyebrow?: string; subtitle?: ReactNode; actions?: ReactNode }

/** Carries the screen's only h1. */
export function PageHeader({ title, eyebrow, subtitle, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0">
        {eyebrow && <p className="text-sm text-muted">{eyebrow}</p>}
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {subtitle && <p className="mt-1 text-muted">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  )
}

type SkipLinkProps = { targetId: string }

/** Must be the first element of the page. The target needs tabIndex={-1}. */
export function SkipLink({ targetId }: SkipLinkProps) {
  /** Following the link would replace the fragment, which holds what is searched for. */
  function skip(event: MouseEvent) {
    event.preventDefault()
    document.getElementById(targetId)?.focus()
  }

  return (
    <a
      href={`#${targetId}`}
      onClick={skip}
      className="sr-only rounded-md bg-accent font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60 focus:px-4 focus:py-2.5"
    >
      {t('Skip to content')}
    </a>
  )
}
