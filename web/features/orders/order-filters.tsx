import Tags from 'lucide-react/icons/tags'
import { type ReactNode, Suspense, useState } from 'react'
import { readDay, readId } from '#contract/fields.ts'
import { locale, t } from '#contract/i18n.ts'
import { manualLabel, noChannel } from '#contract/order-numbers.ts'
import { assigneeChoices, type OrderPerson } from '#contract/order-assignments.ts'
import { type OrderTag, orderTagsApi } from '#contract/order-tags.ts'
import { orderStatuses, orderStatusLabels } from '#contract/order-status.ts'
import { type OrderFilter, type OrderFlag, orderFlags } from '#contract/orders.ts'
import { formatDay } from '#web/shared/dates.tsx'
import { DayRange } from '#web/shared/list/day-range.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { SearchBox } from '#web/shared/search-box.tsx'
import { useOrderPeople, useTags } from '#web/shared/orders/teamwork-api.ts'
import { useChannelChoices } from '#web/shared/channels.tsx'
import { currentParams, useUrlParams, useUrlSearch } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Select } from '#web/ui/select.tsx'
import { ManageTagsDialog } from './lazy.ts'

type OrderFiltersProps = { filterState: OrderFilterState; views: ReactNode }

export function OrderFilters({ filterState, views }: OrderFiltersProps) {
  const { text, setText, filter, choose, channels, tags, people, isSet, clear } = filterState
  return (
    <Card aria-labelledby="order-filters">
      <CardHeader id="order-filters" title={t('Filters')} actions={<FilterActions views={views} />} />
      <CardBody className="grid grid-cols-2 gap-2 md:grid-cols-4 lg:flex lg:flex-wrap">
        <SearchBox
          label={t('Search orders')}
          placeholder={t('Search orders...')}
          text={text}
          onTextChange={setText}
          className="col-span-full lg:min-w-56 lg:flex-1"
        />
        <div className="min-w-0 lg:w-38 2xl:w-44">
          <Select
            aria-label={t('Status')}
            options={statusOptions}
            value={filter.status ?? anyChoice}
            onValueChange={(status) => choose({ status: choiceOrNull(status) })}
          />
        </div>
        <div className="min-w-0 lg:w-38 2xl:w-44">
          <Select
            aria-label={t('Channel')}
            options={[{ value: anyChoice, label: t('All Channels') }, ...channels, manualChoice]}
            value={filter.channelId ?? anyChoice}
            onValueChange={(channelId) => choose({ channelId: choiceOrNull(channelId) })}
          />
        </div>
        <div className="min-w-0 lg:w-38 2xl:w-40">
          <Select
            aria-label={t('Flag')}
            options={flagOptions}
            value={filter.flag ?? anyChoice}
            onValueChange={(flag) => choose({ flag: choiceOrNull(flag) })}
          />
        </div>
        {(tags.length > 0 || filter.tagId) && (
          <div className="min-w-0 lg:w-38 2xl:w-40">
            <Select
              aria-label={t('Tag')}
              options={tagOptions(tags, filter.tagId)}
              value={filter.tagId ?? anyChoice}
              onValueChange={(tagId) => choose({ tagId: choiceOrNull(tagId) })}
            />
          </div>
        )}
        {(people.length > 1 || filter.assignee) && (
          <div className="min-w-0 lg:w-38 2xl:w-40">
            <Select
              aria-label={t('Assigned to')}
              options={assigneeOptions(people, filter.assignee)}
              value={filter.assignee ?? anyChoice}
              onValueChange={(assignee) => choose({ assignee: choiceOrNull(assignee) })}
            />
          </div>
        )}
        <div className="contents md:col-span-full md:flex md:gap-2">
          <DayRange from={filter.from} to={filter.to} onChange={choose} />
        </div>
        <Button aria-disabled={!isSet} onClick={clear} className="lg:self-center">
          {t('Clear Filters')}
        </Button>
      </CardBody>
    </Card>
  )
}

function FilterActions({ views }: Pick<OrderFiltersProps, 'views'>) {
  const [isManaging, setIsManaging] = useState(false)
  return (
    <>
      <PermittedButton
        size="small"
        access={orderTagsApi.update.access}
        task={t('change tags')}
        onClick={() => setIsManaging(true)}
      >
        <Tags aria-hidden />
        {t('Tags')}
      </PermittedButton>
      {views}
      <Suspense>{isManaging && <ManageTagsDialog onClose={() => setIsManaging(false)} />}</Suspense>
    </>
  )
}

const orderFlagLabels: Record<OrderFlag, string> = {
  to_ship: t('To ship'),
  attention: t('Needs attention'),
  held: t('On hold'),
  partial: t('Partial'),
}

/** Value of the "All" option: a select cannot have an empty value. */
const anyChoice = 'all'

const statusOptions = [
  { value: anyChoice, label: t('All Statuses') },
  ...orderStatuses.map((status) => ({ value: status, label: orderStatusLabels[status] })),
]

/** Orders that people enter have no channel. */
const manualChoice = { value: noChannel, label: manualLabel }

const flagOptions = [
  { value: anyChoice, label: t('All Flags') },
  ...orderFlags.map((flag) => ({ value: flag, label: orderFlagLabels[flag] })),
]

/** The chosen tag is among them also when it has been deleted since. */
const tagOptions = (tags: readonly OrderTag[], chosen: string | undefined) => [
  { value: anyChoice, label: t('All Tags') },
  ...tags.map(({ id, name }) => ({ value: id, label: name })),
  ...(chosen && !tags.some(({ id }) => id === chosen) ? [{ value: chosen, label: t('Deleted tag') }] : []),
]

const assigneeLabels = { me: t('Assigned to me'), nobody: t('No one') } as const

/** The chosen person is among them also when they have left since. */
const assigneeOptions = (people: readonly OrderPerson[], chosen: string | undefined) => {
  const options = [
    { value: anyChoice, label: t('All People') },
    ...assigneeChoices.map((word) => ({ value: word as string, label: assigneeLabels[word] })),
    ...people.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return chosen && !options.some(({ value }) => value === chosen)
    ? [...options, { value: chosen, label: t('A former colleague') }]
    : options
}

const choiceOrNull = (value: string) => (value === anyChoice ? null : value)

/** Customers are searched by their names. */
const typedNames = ['search']

const fieldNames = ['search', 'status', 'channelId', 'flag', 'tagId', 'assignee', 'from', 'to'] as const

type FilterChoices = Partial<Record<(typeof fieldNames)[number], string | null>>

export type OrderFilterState = ReturnType<typeof useOrderFilter>

/** The filters of the order list. Their state is the URL. */
export function useOrderFilter() {
  const { text, setText } = useUrlSearch('search', typedNames)
  const [params, setParams] = useUrlParams(typedNames)
  const channels = useChannelChoices()
  const { data: tags = [] } = useTags()
  const { data: people = [] } = useOrderPeople()
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
    tags,
    people,
    description: describeFilter(filter, {
      channel: [...channels, manualChoice].find(({ value }) => value === filter.channelId)?.label,
      tag: tags.find(({ id }) => id === filter.tagId)?.name,
      assignee: people.find(({ id }) => id === filter.assignee)?.name,
    }),
    isSet: Boolean(text) || Object.keys(filter).length > 0,
    clear: () => apply({}),
  }
}

/** Leaves out unset and unknown values, so that equal filters give equal query keys. */
function readFilter(params: URLSearchParams): OrderFilter {
  const search = params.get('search')?.trim()
  const status = orderStatuses.find((one) => one === params.get('status'))
  const channelId = params.get('channelId') === noChannel ? noChannel : readId(params.get('channelId'))
  const flag = orderFlags.find((one) => one === params.get('flag'))
  const tagId = readId(params.get('tagId'))
  const assignee = assigneeChoices.find((one) => one === params.get('assignee')) ?? readId(params.get('assignee'))
  const from = readDay(params.get('from'))
  const to = readDay(params.get('to'))
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(channelId && { channelId }),
    ...(flag && { flag }),
    ...(tagId && { tagId }),
    ...(assignee && { assignee }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

function describeAssignee(assignee: string, name: string | undefined): string {
  if (assignee === 'me') return t('assigned to you')
  if (assignee === 'nobody') return t('assigned to no one')
  return name === undefined ? t('assigned to the chosen person') : t('assigned to {name}', { name })
}

type FilterNames = Record<'channel' | 'tag' | 'assignee', string | undefined>

/** For example "“ana” and the status Placed"; empty without filters. */
function describeFilter(
  { search, status, channelId, flag, tagId, assignee, from, to }: OrderFilter,
  names: FilterNames,
): string {
  const parts = [
    search && t('“{search}”', { search }),
    status && t('the status {status}', { status: orderStatusLabels[status] }),
    channelId && (names.channel ? t('the channel {channel}', { channel: names.channel }) : t('the chosen channel')),
    flag && t('the flag {flag}', { flag: orderFlagLabels[flag] }),
    tagId && (names.tag ? t('the tag {tag}', { tag: names.tag }) : t('the chosen tag')),
    assignee && describeAssignee(assignee, names.assignee),
    from && t('an order date on or after {day}', { day: formatDay(from) }),
    to && t('an order date on or before {day}', { day: formatDay(to) }),
  ]
  return new Intl.ListFormat(locale()).format(parts.filter((part): part is string => Boolean(part)))
}
