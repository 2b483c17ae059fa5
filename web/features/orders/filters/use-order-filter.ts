import { useSearchParams } from 'wouter'
import { readId } from '#contract/fields.ts'
import { type OrderFilter, orderFlags } from '#contract/orders.ts'
import { orderStatuses } from '#contract/order-status.ts'
import { useUrlSearch } from '#web/shared/use-url-search.ts'
import { describeFilter } from './order-filter-words.ts'
import { useChannelChoices } from '#web/shared/use-channel-choices.ts'

const fieldNames = ['search', 'status', 'channelId', 'flag'] as const
type FilterChoices = Partial<Record<(typeof fieldNames)[number], string | null>>

export type OrderFiltering = ReturnType<typeof useOrderFilter>

/** What the list is narrowed to. It lives in the URL. */
export function useOrderFilter() {
  const { text, setText } = useUrlSearch('search')
  const [params, setParams] = useSearchParams()
  const channels = useChannelChoices()
  const filter = readFilter(params)

  function choose(choices: FilterChoices) {
    // The address itself, not the last render's: the search box may have written to it a moment ago.
    const next = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(choices)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace: true, state: window.history.state as unknown })
  }

  /** Also forgets what was typed but is not in the address yet. */
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

/** Only what was chosen and exists, so that equal filters are equal objects. */
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
