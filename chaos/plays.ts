import { playCanaries } from './canaries/play.ts'
import { playExactlyOnce } from './exactly-once/play.ts'
import { playFullDisk } from './full-disk/play.ts'
import { playBackup } from './backup/play.ts'
import { playLastUnits } from './last-units/play.ts'
import { playCarelessDatabase, playMixedLoad } from './mixed-load/play.ts'
import { playOutage } from './outage/play.ts'
import { playNetwork } from './network/play.ts'
import { playFuzz } from './fuzz/play.ts'
import { playRetention } from './retention/play.ts'
import { playSessions } from './sessions/play.ts'
import { playSlowLoris } from './slow-loris/play.ts'
import { playStrangers } from './strangers/play.ts'
import type { Play } from './outcome.ts'
import { playRestoredCopy } from './restored-copy/play.ts'
import { playPoison } from './poison/play.ts'

/** Everything that `npm run chaos` plays, in this order. */
export const plays: Record<string, Play> = {
  'mixed-load': playMixedLoad,
  'careless-database': playCarelessDatabase,
  'exactly-once': playExactlyOnce,
  'last-units': playLastUnits,
  outage: playOutage,
  poison: playPoison,
  network: playNetwork,
  'full-disk': playFullDisk,
  fuzz: playFuzz,
  'slow-loris': playSlowLoris,
  strangers: playStrangers,
  sessions: playSessions,
  backup: playBackup,
  'restored-copy': playRestoredCopy,
  canaries: playCanaries,
  retention: playRetention,
}
