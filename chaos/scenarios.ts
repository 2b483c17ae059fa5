import { runCanaries } from './canaries/scenario.ts'
import { runExactlyOnce } from './exactly-once/scenario.ts'
import { runFullDisk } from './full-disk/scenario.ts'
import { runBackup } from './backup/scenario.ts'
import { runOversell } from './oversell/scenario.ts'
import { runAsyncCommit, runMixedLoad } from './mixed-load/scenario.ts'
import { runOutage } from './outage/scenario.ts'
import { runNetwork } from './network/scenario.ts'
import { runFuzz } from './fuzz/scenario.ts'
import { runRetention } from './retention/scenario.ts'
import { runSessions } from './sessions/scenario.ts'
import { runSlowLoris } from './slow-loris/scenario.ts'
import { runTenantIsolation } from './tenant-isolation/scenario.ts'
import type { Scenario } from './scenario-result.ts'
import { runRestoredCopy } from './restored-copy/scenario.ts'
import { runPoison } from './poison/scenario.ts'
import { runShops } from './shops/scenario.ts'

/** Everything that `npm run chaos` runs, in this order. */
export const scenarios: Record<string, Scenario> = {
  'mixed-load': runMixedLoad,
  'async-commit': runAsyncCommit,
  'exactly-once': runExactlyOnce,
  oversell: runOversell,
  outage: runOutage,
  poison: runPoison,
  network: runNetwork,
  'full-disk': runFullDisk,
  fuzz: runFuzz,
  'slow-loris': runSlowLoris,
  'tenant-isolation': runTenantIsolation,
  sessions: runSessions,
  backup: runBackup,
  'restored-copy': runRestoredCopy,
  canaries: runCanaries,
  retention: runRetention,
  shops: runShops,
}
