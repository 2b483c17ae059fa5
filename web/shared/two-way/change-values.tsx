import ArrowRight from 'lucide-react/icons/arrow-right'
import { LongText } from './long-text.tsx'

type ChangeValuesProps = {
  /** The side that gets another value. */
  where: string
  before: string
  after: string
}

const lineLength = 60

export const fitsOnLine = (text: string) => text.length <= lineLength && !text.includes('\n')

export function InlineValues({ where, before, after }: ChangeValuesProps) {
  return (
    <span className="text-sm wrap-anywhere">
      <span className="text-muted">{where}</span> <span className="sr-only">was </span>
      <del className="text-muted">{before}</del>
      <ArrowRight aria-hidden className="mx-1.5 inline size-3.5 text-muted" />
      <span className="sr-only"> becomes </span>
      <ins className="font-medium no-underline">{after}</ins>
    </span>
  )
}

export function StackedValues({ where, before, after }: ChangeValuesProps) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
      <dt className="text-muted">{where} was</dt>
      <dd className="min-w-0 text-muted">
        <LongText text={before} />
      </dd>
      <dt className="text-muted">Becomes</dt>
      <dd className="min-w-0">
        <LongText text={after} />
      </dd>
    </dl>
  )
}
