import ArrowRight from 'lucide-react/icons/arrow-right'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { marketplaceName } from '#contract/amazon-marketplaces.ts'
import { t } from '#contract/i18n.ts'
import type { ListingChange } from '#contract/two-way.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { PagedList } from '../paged-list.tsx'
import { RelativeTime } from '../relative-time.tsx'
import type { useListingChanges } from './api.ts'
import { describeChange, describeConflict, fieldLabels, outcomeBadges } from './change-labels.ts'

type ChangeListProps = {
  changes: ReturnType<typeof useListingChanges>
  empty: ReactNode
  hasOutcome: boolean
  /** Shows the time of each change, for changes of several syncs. */
  isDated?: boolean
}

/** Listing changes, grouped by sync and SKU. */
export function ChangeList({ changes, empty, hasOutcome, isDated = false }: ChangeListProps) {
  return (
    <PagedList what={t('The changes')} query={changes} empty={empty}>
      {(rows) => (
        <ul aria-label={t('Changes')} className="divide-y">
          {[...Map.groupBy(rows, ({ runId, skuId }) => `${runId} ${skuId}`)].map(([key, group]) => (
            <SkuChanges key={key} group={group} hasOutcome={hasOutcome} isDated={isDated} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

type SkuChangesProps = { group: readonly ListingChange[]; hasOutcome: boolean; isDated: boolean }

function SkuChanges({ group, hasOutcome, isDated }: SkuChangesProps) {
  const [first] = group
  if (!first) return null
  const { sku, title, productId, marketplaceId, at } = first
  return (
    <li className="grid gap-2 px-4 py-3">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Link
            href={`/products?product=${productId}&tab=skus`}
            className="inline-flex min-h-10 items-center font-semibold text-accent underline-offset-2 wrap-anywhere hover:underline md:min-h-0"
          >
            {sku}
          </Link>
          <span className="text-sm text-muted">
            {marketplaceName(marketplaceId)}
            {isDated && (
              <>
                , <RelativeTime moment={at} />
              </>
            )}
          </span>
        </div>
        <p className="text-sm text-muted wrap-anywhere">{title}</p>
      </div>
      <ul aria-label={t('Changes for {sku}', { sku })} className="grid gap-3">
        {group.map((change) => (
          <ChangeItem key={change.id} change={change} hasOutcome={hasOutcome} />
        ))}
      </ul>
    </li>
  )
}

type ChangeItemProps = {
  change: ListingChange
  /** False for a preview, which has no outcome. */
  hasOutcome: boolean
}

function ChangeItem({ change, hasOutcome }: ChangeItemProps) {
  const { field, isConflict, outcome, reason } = change
  const { label, tone } = outcomeBadges[outcome]
  const values = describeChange(change)
  const isShort = fitsOnLine(values.before) && fitsOnLine(values.after)
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{fieldLabels[field]}</span> {isShort && <InlineValues {...values} />}
        </p>
        <p className="flex flex-wrap gap-1.5">
          {isConflict && <Badge tone="warning">{t('Conflict')}</Badge>}
          {hasOutcome && <Badge tone={tone}>{label}</Badge>}
        </p>
      </div>
      {!isShort && <StackedValues {...values} />}
      {isConflict && <p className="text-sm text-warning">{describeConflict(change)}</p>}
      {reason && (
        <p
          className={outcome === 'rejected' ? 'text-sm wrap-anywhere text-danger' : 'text-sm wrap-anywhere text-muted'}
        >
          {reason}
        </p>
      )}
    </li>
  )
}

type ChangeValuesProps = {
  /** The side that is changed. */
  where: string
  before: string
  after: string
}

const lineLength = 60

const fitsOnLine = (text: string) => text.length <= lineLength && !text.includes('\n')

function InlineValues({ where, before, after }: ChangeValuesProps) {
  return (
    <span className="text-sm wrap-anywhere">
      <span className="text-muted">{where}</span> <span className="sr-only">{t('was')} </span>
      <del className="text-muted">{before}</del>
      <ArrowRight aria-hidden className="mx-1.5 inline size-3.5 text-muted" />
      <span className="sr-only"> {t('becomes')} </span>
      <ins className="font-medium no-underline">{after}</ins>
    </span>
  )
}

function StackedValues({ where, before, after }: ChangeValuesProps) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
      <dt className="text-muted">{t('{where} before', { where })}</dt>
      <dd className="min-w-0 text-muted">
        <LongText text={before} />
      </dd>
      <dt className="text-muted">{t('After')}</dt>
      <dd className="min-w-0">
        <LongText text={after} />
      </dd>
    </dl>
  )
}

const shownLength = 180

const shownLines = 3

/** Shows the beginning of a long text, with a button to expand it. */
function LongText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = text.length > shownLength || text.split('\n').length > shownLines
  return (
    <>
      <span
        className={
          isLong && !isWhole ? 'line-clamp-3 whitespace-pre-line wrap-anywhere' : 'whitespace-pre-line wrap-anywhere'
        }
      >
        {text}
      </span>
      {isLong && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-2.5"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('Show less') : t('Show all')}
        </Button>
      )}
    </>
  )
}
