import type { ReactNode } from 'react'
import { readId } from '#contract/fields.ts'
import { orderStatuses } from '#contract/order-status.ts'
import { type OrderFilter, type OrderFlag, orderFlags } from '#contract/orders.ts'
import { orderStatusLabels } from '#web/shared/orders/order-labels.ts'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useChannelChoices } from '#web/shared/channels.tsx'
import { currentParams, useUrlParams, useUrlSearch } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'

type OrderFiltersProps = { filterState: OrderFilterState; views: ReactNode }

export function OrderFilters({ filterState, views }: OrderFiltersProps) {
  const { text, setText, filter, choose, channels, isSet, clear } = filterState
  return (
    <Card aria-labelledby="order-filters">
      <CardHeader id="order-filters" title="Filters" actions={views} />
      <CardBody className="grid grid-cols-2 gap-2 md:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_auto] xl:flex">
        <SearchBox
          label="Search orders"
          placeholder="Search orders..."
          text={text}
          onTextChange={setText}
          className="col-span-full xl:flex-1"
        />
        <div className="min-w-0 xl:w-44">
          <Select
            aria-label="Status"
            options={statusOptions}
            value={filter.status ?? anyChoice}
            onValueChange={(status) => choose({ status: choiceOrNull(status) })}
          />
        </div>
        <div className="min-w-0 xl:w-44">
          <Select
            aria-label="Channel"
            options={[{ value: anyChoice, label: 'All Channels' }, ...channels]}
            value={filter.channelId ?? anyChoice}
            onValueChange={(channelId) => choose({ channelId: choiceOrNull(channelId) })}
          />
        </div>
        <div className="min-w-0 xl:w-40">
          <Select
            aria-label="Flag"
            options={flagOptions}
            value={filter.flag ?? anyChoice}
            onValueChange={(flag) => choose({ flag: choiceOrNull(flag) })}
          />
        </div>
        <Button
          aria-disabled={!isSet}
          onClick={clear}
          className="md:col-span-full md:justify-self-end lg:col-span-1 xl:self-center"
        >
          Clear Filters
        </Button>
      </CardBody>
    </Card>
  )
}

const orderFlagLabels: Record<OrderFlag, string> = {
  to_ship: 'To ship',
  attention: 'Needs attention',
  held: 'On hold',
  partial: 'Partial',
}

/** Value of the "All" option: a select cannot have an empty value. */
const anyChoice = 'all'

const statusOptions = [
  { value: anyChoice, label: 'All Statuses' },
  ...orderStatuses.map((status) => ({ value: status, label: orderStatusLabels[status] })),
]

const flagOptions = [
  { value: anyChoice, label: 'All Flags' },
  ...orderFlags.map((flag) => ({ value: flag, label: orderFlagLabels[flag] })),
]

const choiceOrNull = (value: string) => (value === anyChoice ? null : value)

/** Customers are searched by their names. */
const typedNames = ['search']

const fieldNames = ['search', 'status', 'channelId', 'flag'] as const

type FilterChoices = Partial<Record<(typeof fieldNames)[number], string | null>>

export type OrderFilterState = ReturnType<typeof useOrderFilter>

/** The filters of the order list. Their state is the URL. */
export function useOrderFilter() {
  const { text, setText } = useUrlSearch('search', typedNames)
  const [params, setParams] = useUrlParams(typedNames)
  const channels = useChannelChoices()
  const filter = readFilter(params)

  function choose(choices: FilterChoices) {
    const next = currentParams(typedNames)
    for (const [name, value] of Object.entries(choices)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace: true, state: window.history.state as unknown })
  }

  /** Also replaces search text that is typed but not in the URL yet. */
  function apply(filterToApply: OrderFilter) {
    setText(filterToApply.search ?? '')
    choose(Object.fromEntries(fieldNames.map((name) => [name, filterToApply[name] ?? null])))
  }

  return {
    text,
    setText,
    filter,
    choose,
    apply,
    channels,
    description: describeFilter(filter, channels.find(({ value }) => value === filter.channelId)?.label),
    isSet: Boolean(text) || Object.keys(filter).length > 0,
    clear: () => apply({}),
  }
}

/** Leaves out unset and unknown values, so that equal filters give equal query keys. */
function readFilter(params: URLSearchParams): OrderFilter {
  const search = params.get('search')?.trim()
  const status = orderStatuses.find((one) => one === params.get('status'))
  const channelId = readId(params.get('channelId'))
  const flag = orderFlags.find((one) => one === params.get('flag'))
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(channelId && { channelId }),
    ...(flag && { flag }),
  }
}

/** For example "“ana” and the status Placed"; empty without filters. */
function describeFilter({ search, status, channelId, flag }: OrderFilter, channelName: string | undefined): string {
  const parts = [
    search && `“${search}”`,
    status && `the status ${orderStatusLabels[status]}`,
    channelId && `the channel ${channelName ?? 'chosen'}`,
    flag && `the flag ${orderFlagLabels[flag]}`,
  ]
  return parts.filter(Boolean).join(' and ')
}
