import { attentionActors, attentionCodes } from '#contract/order-status.ts'
import { attentionLabels, actorLabels } from '#web/shared/attention/attention-words.ts'
import { Select } from '#web/ui/select.tsx'
import type { AttentionFiltering } from './use-attention-filter.ts'

/** Stands for no choice in a select, which can't have an empty value. */
const anyChoice = 'all'

const causes = [
  { value: anyChoice, label: 'All Causes' },
  ...attentionCodes.map((code) => ({ value: code, label: attentionLabels[code] })),
] as const

const actors = [
  { value: anyChoice, label: 'Waits for Anyone' },
  ...attentionActors.map((actor) => ({ value: actor, label: actorLabels[actor] })),
] as const

const choiceOrNull = (value: string) => (value === anyChoice ? null : value)

export function AttentionFilters({ filtering }: { filtering: AttentionFiltering }) {
  const { filter, chooseCause, chooseActor } = filtering
  return (
    <>
      <div className="min-w-0 flex-1 basis-48 sm:w-52 sm:flex-none">
        <Select
          aria-label="Cause"
          options={causes}
          value={filter.code ?? anyChoice}
          onValueChange={(code) => chooseCause(choiceOrNull(code))}
        />
      </div>
      <div className="min-w-0 flex-1 basis-48 sm:w-52 sm:flex-none">
        <Select
          aria-label="Who must act"
          options={actors}
          value={filter.whoActs ?? anyChoice}
          onValueChange={(actor) => chooseActor(choiceOrNull(actor))}
        />
      </div>
    </>
  )
}
