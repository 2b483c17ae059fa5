import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attentionApi, type SkuChoice } from '#contract/attention.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { call } from '#web/lib/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { ActiveBadge } from '../badges.tsx'
import { LoadError } from '../query-content.tsx'
import { SearchBox } from '../search-box.tsx'
import { useDebounced } from '../use-debounced.ts'

/** What was sold, by which the likely SKUs are found. */
export type SoldThing = Omit<InputOf<typeof attentionApi.skuChoices>, 'search'>

type SkuPickerProps = {
  sold: SoldThing
  chosen: SkuChoice | null
  /** A SKU that is no choice. */
  withoutId?: string | null
  onChoose: (choice: SkuChoice) => void
}

/** Search box and radio list of SKUs with their stock, the likely ones first. */
export function SkuPicker({ sold, chosen, withoutId = null, onChoose }: SkuPickerProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const { data, error, isFetching, refetch } = useSkuChoices(sold, search)
  const rows = data?.rows.filter(({ skuId }) => skuId !== withoutId)
  return (
    <>
      <SearchBox
        label={t('Search your SKUs')}
        placeholder={t('Search by SKU or title')}
        text={text}
        onTextChange={setText}
      />
      <fieldset className="min-w-0">
        <legend className="sr-only">{t('Your SKUs')}</legend>
        <div className="h-64 overflow-y-auto rounded-lg border" aria-busy={isFetching}>
          {error && (
            <div className="p-3">
              <LoadError what={t('Your SKUs')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
            </div>
          )}
          {!rows && !error && <Spinner />}
          {rows?.length === 0 && (
            <p className="p-4 text-muted">
              {search ? t('No SKU matches “{search}”.', { search }) : t('There are no SKUs yet.')}
            </p>
          )}
          {rows?.map((choice) => (
            <SkuOption
              key={choice.skuId}
              choice={choice}
              isChosen={choice.skuId === chosen?.skuId}
              onChoose={() => onChoose(choice)}
            />
          ))}
          {data && data.total > data.rows.length && (
            <p className="border-t px-3 py-2 text-sm text-muted">
              {t('Showing {length} of {total}. Keep typing to narrow the list.', {
                length: data.rows.length,
                total: data.total,
              })}
            </p>
          )}
        </div>
      </fieldset>
    </>
  )
}

function useSkuChoices(sold: SoldThing, search: string) {
  return useQuery({
    queryKey: ['inventory', 'sku-choices', sold, search],
    queryFn: ({ signal }) => call(attentionApi.skuChoices, { ...sold, ...(search && { search }) }, { signal }),
    placeholderData: keepPreviousData,
  })
}

type SkuOptionProps = { choice: SkuChoice; isChosen: boolean; onChoose: () => void }

function SkuOption({ choice, isChosen, onChoose }: SkuOptionProps) {
  const { sku, title, isActive, sellable, isAtAmazon, evidence } = choice
  return (
    <label className="grid min-h-10 grid-cols-[auto_1fr_auto] items-start gap-x-3 border-b px-3 py-2 last:border-0 hover:bg-hover has-checked:bg-accent-soft">
      <input type="radio" name="sku" checked={isChosen} onChange={onChoose} className="mt-0.5 size-4 accent-accent" />
      <span className="min-w-0 font-mono font-medium wrap-anywhere">{sku}</span>{' '}
      {isActive ? evidence && <Badge tone="info">{t('Likely')}</Badge> : <ActiveBadge isActive={false} />}
      <span className="col-span-2 col-start-2 min-w-0 text-sm text-muted wrap-anywhere">{title}</span>{' '}
      <span className="col-span-2 col-start-2 min-w-0 text-sm text-muted wrap-anywhere">
        {[t('{sellable} in stock', { sellable }), isAtAmazon ? t('at Amazon') : t('Amazon can’t ship it'), evidence]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </label>
  )
}
