import type { RowEdits } from './sheet.ts'

/** One edit, paste or fill: the edits of the rows it touched, before and after. */
export type Step = { before: ReadonlyMap<string, RowEdits>; after: ReadonlyMap<string, RowEdits> }
export type History = { past: readonly Step[]; future: readonly Step[] }

export const noHistory: History = { past: [], future: [] }

/** A step may touch every row, so only so many are remembered. */
const maximumSteps = 100

export function pushStep({ past }: History, step: Step): History {
  return { past: [...past, step].slice(-maximumSteps), future: [] }
}

export function stepBack({ past, future }: History): { history: History; step: Step } | null {
  const step = past.at(-1)
  return step ? { step, history: { past: past.slice(0, -1), future: [step, ...future] } } : null
}

export function stepForward({ past, future }: History): { history: History; step: Step } | null {
  const [step, ...later] = future
  return step ? { step, history: { past: [...past, step], future: later } } : null
}
