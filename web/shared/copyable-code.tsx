import { useId } from 'react'
import { t } from '#contract/i18n.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'

type CopyableCodeProps = {
  /** Such as "seller ID". */
  label: string
  code: string
}

export function CopyableCode({ label, code }: CopyableCodeProps) {
  return (
    <span className="flex items-center gap-1">
      <span className="font-mono wrap-anywhere">{code}</span>
      <CopyButton text={code} label={t('Copy {label} {code}', { label, code })} className="-my-2" />
    </span>
  )
}

type CodeBlockProps = {
  /** Such as the name of the file that the code belongs to. */
  title: string
  code: string
  /** For code of any length: scrolls in a box of its own. */
  isScrollable?: boolean
}

/** Code with a copy button. Long lines wrap instead of scrolling sideways. */
export function CodeBlock({ title, code, isScrollable = false }: CodeBlockProps) {
  const titleId = useId()
  return (
    <figure aria-labelledby={titleId} className="min-w-0 overflow-hidden rounded-lg border">
      <figcaption className="flex items-center justify-between gap-2 border-b bg-sunken pl-3">
        <span id={titleId} className="py-1.5 font-mono text-xs text-muted wrap-anywhere">
          {title}
        </span>
        <CopyButton text={code} label={t('Copy {title}', { title })} />
      </figcaption>
      <div
        className={isScrollable ? 'max-h-96 overflow-y-auto -outline-offset-2' : undefined}
        {...(isScrollable && { tabIndex: 0, role: 'group', 'aria-labelledby': titleId })}
      >
        <pre className="p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
          <code>{code}</code>
        </pre>
      </div>
    </figure>
  )
}
