import { useQueries } from '@tanstack/react-query'
import { Select } from '#web/ui/select.tsx'
import { twoWayRunQuery } from './api.ts'

type AccountChoiceProps = { runIds: readonly string[]; chosen: string; onChoose: (runId: string) => void }

/** Which account's run is shown, where several were started at once. */
export function AccountChoice({ runIds, chosen, onChoose }: AccountChoiceProps) {
  const runs = useQueries({ queries: runIds.map(twoWayRunQuery) })
  const options = runIds.map((runId, position) => ({
    value: runId,
    label: runs[position]?.data?.accountName ?? 'Loading...',
  }))
  return (
    <div className="px-4 pb-3 sm:max-w-80">
      <Select aria-label="Account" options={options} value={chosen} onValueChange={onChoose} />
    </div>
  )
}
