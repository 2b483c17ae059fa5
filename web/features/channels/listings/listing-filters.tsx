import { listingStates } from '#contract/channel-listings.ts'
import { SearchBox } from '#web/shared/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import { type ListingFilter, listingStateLabels } from './use-listing-filter.ts'

const everyState = 'all'

const stateOptions = [
  { value: everyState, label: 'All States' },
  ...listingStates.map((state) => ({ value: state, label: listingStateLabels[state] })),
]

export function ListingFilters({ filter }: { filter: ListingFilter }) {
  return (
    <div className="flex flex-wrap gap-2 border-b px-4 py-3">
      <SearchBox
        label="Search listings"
        placeholder="Search by SKU, title or id"
        text={filter.text}
        onTextChange={filter.setText}
        className="sm:w-72"
      />
      <div className="min-w-40 flex-1 sm:max-w-44">
        <Select
          aria-label="State of listings"
          options={stateOptions}
          value={filter.state ?? everyState}
          onValueChange={(state) => filter.setState(state === everyState ? null : state)}
        />
      </div>
    </div>
  )
}
