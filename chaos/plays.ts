import { runCanaries } from './canaries/play.ts'
import { runExactlyOnce } from './exactly-once/play.ts'
import { runFullDisk } from './full-disk/play.ts'
import { runBackup } from './backup/play.ts'
import { runOversell } from './last-units/play.ts'
import { runAsyncCommit, runMixedLoad } from './mixed-load/play.ts'
import { runOutage } from './outage/play.ts'
import { runNetwork } from './network/play.ts'
import { runFuzz } from './fuzz/play.ts'
import { runRetention } from './retention/play.ts'
import { runSessions } from './sessions/play.ts'
import { runSlowLoris } from './slow-loris/play.ts'
import { runTenantIsolation } from './strangers/play.ts'
import type { Scenario } from './outcome.ts'
import { runRestoredCopy } from './restored-copy/play.ts'
import { runPoison } from './poison/play.ts'

/** Everything that `npm run chaos` plays, in this order. */
export const scenarios: Record<string, Scenario> = {
  'mixed-load': runMixedLoad,
  'careless-database': runAsyncCommit,
  'exactly-once': runExactlyOnce,
  'last-units': runOversell,
  outage: runOutage,
  poison: runPoison,
  network: runNetwork,
  'full-disk': runFullDisk,
  fuzz: runFuzz,
  'slow-loris': runSlowLoris,
  strangers: runTenantIsolation,
  sessions: runSessions,
  backup: runBackup,
  'restored-copy': runRestoredCopy,
  canaries: runCanaries,
  retention: runRetention,
}
