import { rich } from '#web/shared/rich.tsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import HistoryIcon from 'lucide-react/icons/history'
import { t } from '#contract/i18n.ts'
import type { FieldChange, ProductHistoryEntry } from '#contract/products.ts'
import { PagedList } from '#web/shared/paged-list.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useProductHistory } from '../api.ts'
import { actionSentence, fieldLabel, sortByField, valueText } from './labels.ts'

export function HistoryTab({ productId }: { productId: string }) {
  return (
    <PagedList
      what={t('The history')}
      query={useProductHistory(productId)}
      empty={
        <EmptyState icon={<HistoryIcon />}>
          {t('No changes yet. Every change to the product and its SKUs is listed here.')}
        </EmptyState>
      }
    >
      {(entries) => (
        <ul aria-label={t('Changes')} className="divide-y">
          {entries.map((entry) => (
            <HistoryEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function HistoryEntry({ entry }: { entry: ProductHistoryEntry }) {
  return (
    <li className="grid gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="wrap-anywhere">
          {rich(actionSentence(entry), {
            actor: <span className="font-semibold">{entry.actorName}</span>,
            about: entry.about,
          })}
        </p>
        <p className="text-sm text-muted">
          <RelativeTime moment={entry.at} />
        </p>
      </div>
      {entry.changes.length > 0 && (
        <dl className="grid gap-1 text-sm">
          {sortByField(entry.changes).map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </dl>
      )}
    </li>
  )
}

function Change({ change: { field, before, after } }: { change: FieldChange }) {
  const wasEmpty = before === null || before === ''
  return (
    <div className="grid grid-cols-[7.5rem_1fr] gap-x-3">
      <dt className="text-muted">{fieldLabel(field)}</dt>
      <dd className="wrap-anywhere">
        {!wasEmpty && (
          <>
            <del className="text-muted">{valueText(field, before)}</del>
            <ArrowRight aria-hidden className="mx-1.5 inline size-3.5 text-muted" />
            <span className="sr-only">{t('changed to')} </span>
          </>
        )}
        {valueText(field, after)}
      </dd>
    </div>
  )
}
