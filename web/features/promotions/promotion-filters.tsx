import { t } from '#contract/i18n.ts'
import { type PromotionState, promotionStateLabels, promotionStates } from '#contract/promotion-state.ts'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useUrlParam, useUrlSearch } from '#web/shared/url-state.ts'
import { Select } from '#web/ui/select.tsx'

const everyState = 'all'

const stateOptions: readonly { value: PromotionState | typeof everyState; label: string }[] = [
  { value: everyState, label: t('All Statuses') },
  ...promotionStates.map((state) => ({ value: state, label: promotionStateLabels[state] })),
]

export function PromotionFilters({ filter }: { filter: PromotionFilter }) {
  return (
    <div className="flex flex-wrap gap-2">
      <SearchBox
        label={t('Search promotions')}
        placeholder={t('Search by title or code')}
        text={filter.text}
        onTextChange={filter.setText}
        className="sm:max-w-sm"
      />
      <div className="w-full sm:w-44">
        <Select
          aria-label={t('State')}
          options={stateOptions}
          value={filter.state ?? everyState}
          onValueChange={(state) => filter.setState(state === everyState ? null : state)}
        />
      </div>
    </div>
  )
}

export type PromotionFilter = ReturnType<typeof usePromotionFilter>

/** The filters of the promotion list. Their state is the URL. */
export function usePromotionFilter() {
  const { text, term, setText } = useUrlSearch('search')
  const [stateParam, setStateParam] = useUrlParam('state')
  const [, setTerm] = useUrlParam('search')
  const state = promotionStates.find((one) => one === stateParam)

  return {
    text,
    term,
    setText,
    state,
    setState: (next: PromotionState | null) => setStateParam(next),
    /** For example "“fall” and the state Active"; empty without filters. */
    description: describeFilter(term, state),
    clear: () => {
      // Also clears search text that is typed but not in the URL yet.
      setText('')
      setTerm(null)
      setStateParam(null)
    },
  }
}

function describeFilter(term: string, state: PromotionState | undefined): string {
  const label = state ? promotionStateLabels[state] : ''
  if (term && state) return t('“{term}” and the status {label}', { term, label })
  if (state) return t('the status {label}', { label })
  return term && t('“{term}”', { term })
}
