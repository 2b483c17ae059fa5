import type { SetName } from '../data/sizes.ts'
import type { Theatre } from './ground.ts'
import { setStage, type Stage } from './stage.ts'

export type Stages = {
  theatre: Theatre
  /** The stage on a copy of this data set, set when it is first asked for. */
  open(set: SetName): Promise<Stage>
}

export function prepareStages(theatre: Theatre): Stages {
  const set = new Map<SetName, Promise<Stage>>()
  return {
    theatre,
    open(name) {
      const stage = set.get(name) ?? setStage(theatre, name)
      set.set(name, stage)
      return stage
    },
  }
}
