import { type PromotionState, promotionStateLabels, promotionStates } from '#contract/promotion-state.ts'
import { SearchBox } from '#web/shared/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import type { PromotionFilter } from './use-promotion-filter.ts'

const everyState = 'all'

const stateOptions: readonly { value: PromotionState | typeof everyState; label: string }[] = [
  { value: everyState, label: 'All States' },
  ...promotionStates.map((state) => ({ value: state, label: promotionStateLabels[state] })),
]

export function PromotionFilters({ filter }: { filter: PromotionFilter }) {
  return (
    <div className="flex flex-wrap gap-2">
      <SearchBox
        label="Search promotions"
        placeholder="Search by title or code"
        text={filter.text}
        onTextChange={filter.setText}
        className="sm:max-w-sm"
      />
      <div className="w-full sm:w-44">
        <Select
          aria-label="State"
          options={stateOptions}
          value={filter.state ?? everyState}
          onValueChange={(state) => filter.setState(state === everyState ? null : state)}
        />
      </div>
    </div>
  )
}
