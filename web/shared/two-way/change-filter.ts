import type { InputOf } from '#contract/endpoint.ts'
import type { TwoWayRun, twoWayApi } from '#contract/two-way.ts'

export type ChangeFilter = NonNullable<InputOf<typeof twoWayApi.changes>['only']>

type ChangeFilterOption = {
  filter: ChangeFilter
  label: string
  tone?: 'warning' | 'danger'
  countOf: (run: TwoWayRun) => number
}

export const changeFilters: readonly ChangeFilterOption[] = [
  { filter: 'to_amazon', label: 'To Amazon', countOf: ({ toAmazon }) => toAmazon },
  { filter: 'to_lockstep', label: 'To Lockstep', countOf: ({ toLockstep }) => toLockstep },
  { filter: 'conflicts', label: 'Conflicts', tone: 'warning', countOf: ({ conflicts }) => conflicts },
  { filter: 'rejected', label: 'Refused', tone: 'danger', countOf: ({ rejected }) => rejected },
]
