import CircleCheck from 'lucide-react/icons/circle-check'
import SearchX from 'lucide-react/icons/search-x'
import type { AttentionState } from '#contract/attention.ts'
import { t } from '#contract/i18n.ts'
import { attentionActors, attentionCodes } from '#contract/order-status.ts'
import { useAttention } from '#web/shared/attention/api.ts'
import { AttentionList } from '#web/shared/attention/attention-list.tsx'
import { actorLabels, attentionLabels } from '#web/shared/attention/attention-labels.ts'
import { useFocusAfterRemoval } from '#web/ui/focus.ts'
import { useUrlParam } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { AutoResendSwitch } from './attention/auto-resend.tsx'

/** The tab Needs attention: open attention items of all channels. */
export function AttentionView() {
  const filterState = useAttentionFilter()
  const attention = useAttention(filterState.filter)
  const total = attention.data?.total ?? 0
  const card = useFocusAfterRemoval(total)

  return (
    <div className="grid gap-4">
      <AutoResendSwitch />
      <Card ref={card} tabIndex={-1} aria-labelledby="everything-that-waits">
        <CardHeader
          id="everything-that-waits"
          title={t('Needs attention')}
          description={
            total > 0
              ? t('{total, plural, one {# item} other {# items}} to review, oldest first', { total })
              : t('Orders that can’t continue automatically, oldest first')
          }
          actions={<AttentionFilters filterState={filterState} />}
        />
        <AttentionList
          attention={attention}
          empty={filterState.isFiltered ? <NothingMatches onClear={filterState.clear} /> : <NothingWaits />}
        />
      </Card>
    </div>
  )
}

function NothingWaits() {
  return (
    <EmptyState icon={<CircleCheck />}>
      {t(
        'Nothing needs your attention. Orders that can’t continue automatically appear here, with what to do about them.',
      )}
    </EmptyState>
  )
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState icon={<SearchX />} action={<Button onClick={onClear}>{t('Show everything')}</Button>}>
      {t('Nothing matches these filters.')}
    </EmptyState>
  )
}

/** Value of the "All" option: a select cannot have an empty value. */
const anyChoice = 'all'

const causes = [
  { value: anyChoice, label: t('All Causes') },
  ...attentionCodes.map((code) => ({ value: code, label: attentionLabels[code] })),
] as const

const actors = [
  { value: anyChoice, label: t('Anyone') },
  ...attentionActors.map((actor) => ({ value: actor, label: actorLabels[actor] })),
] as const

const states = [
  { value: 'open', label: t('Needs action') },
  { value: 'waiting', label: t('Waiting for stock') },
] as const satisfies { value: AttentionState; label: string }[]

const choiceOrNull = (value: string) => (value === anyChoice ? null : value)

function AttentionFilters({ filterState }: { filterState: AttentionFilterState }) {
  const { filter, chooseCause, chooseActor, chooseState } = filterState
  return (
    <>
      <div className="min-w-0 flex-1 basis-48 sm:w-52 sm:flex-none">
        <Select
          aria-label={t('State')}
          options={states}
          value={filter.state ?? 'open'}
          onValueChange={(state) => chooseState(state === 'open' ? null : state)}
        />
      </div>
      <div className="min-w-0 flex-1 basis-48 sm:w-52 sm:flex-none">
        <Select
          aria-label={t('Cause')}
          options={causes}
          value={filter.code ?? anyChoice}
          onValueChange={(code) => chooseCause(choiceOrNull(code))}
        />
      </div>
      <div className="min-w-0 flex-1 basis-48 sm:w-52 sm:flex-none">
        <Select
          aria-label={t('Who needs to act')}
          options={actors}
          value={filter.whoActs ?? anyChoice}
          onValueChange={(actor) => chooseActor(choiceOrNull(actor))}
        />
      </div>
    </>
  )
}

type AttentionFilterState = ReturnType<typeof useAttentionFilter>

/** The filters of the attention list. Their state is the URL; unknown values are ignored. */
function useAttentionFilter() {
  const [cause, chooseCause] = useUrlParam('cause')
  const [actor, chooseActor] = useUrlParam('who')
  const [chosenState, chooseState] = useUrlParam('state')
  const code = attentionCodes.find((one) => one === cause)
  const whoActs = attentionActors.find((one) => one === actor)
  const state = chosenState === 'waiting' ? ('waiting' as const) : undefined
  const filter = { ...(code && { code }), ...(whoActs && { whoActs }), ...(state && { state }) }

  function clear() {
    chooseCause(null)
    chooseActor(null)
    chooseState(null)
  }

  return { filter, isFiltered: Boolean(code ?? whoActs ?? state), chooseCause, chooseActor, chooseState, clear }
}
