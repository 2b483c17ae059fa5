import type { SetName } from '../data/sizes.ts'
import type { BenchServices } from './ground.ts'
import { startEnvironment, type BenchEnvironment } from './stage.ts'

export type BenchEnvironments = {
  theatre: BenchServices
  /** The stage on a copy of this data set, set when it is first asked for. */
  open(set: SetName): Promise<BenchEnvironment>
}

export function prepareEnvironments(theatre: BenchServices): BenchEnvironments {
  const set = new Map<SetName, Promise<BenchEnvironment>>()
  return {
    theatre,
    open(name) {
      const stage = set.get(name) ?? startEnvironment(theatre, name)
      set.set(name, stage)
      return stage
    },
  }
}
