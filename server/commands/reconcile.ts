import { openDeps } from '#server/deps.ts'
import { reconcileAccounts } from '#server/features/marketplace/reconcile-after-restore.ts'
import { reconcileAfterRestore } from '#server/features/orders/reconcile-after-restore.ts'
import { purgePersonalData } from '#server/features/privacy/jobs.ts'
import type { Config } from '#server/platform/config.ts'
import { companyContext, noOrigin, platformContext, type Deps } from '#server/platform/context.ts'
import { listCompanies, markReconciled, type RestoreRecord } from '#server/platform/restore-gate.ts'

type Print = (line: string) => void

/** `npm run reconcile`: after a restore, asks Amazon what happened since the restored moment, then opens the gate for outgoing calls. See `docs/decisions/0027`. */
export async function reconcileCommand(config: Config, print: Print): Promise<void> {
  const deps = await openDeps(config, 'job')
  try {
    await reconcile(deps, print)
  } finally {
    await deps.close()
  }
}

/** Can be repeated after an interruption: the gate stays closed until it has completed. */
export async function reconcile(deps: Deps, print: Print): Promise<void> {
  const restore = await deps.gate.checkNow()
  if (!restore)
    return print('There is nothing to reconcile: this database was not brought back, or has been reconciled.')
  print(`This database was brought back to ${restore.restoredTo.toISOString()}.`)
  const caller = { actor: { type: 'system', name: 'npm run reconcile' } as const, origin: noOrigin }
  await purgePersonalData(platformContext(deps, caller))
  print('What customers’ data had had their time have been erased again.')
  for (const { id, name } of await deps.db.readPlatform(listCompanies)) {
    print(`${name}: ${await reconcileCompany(deps, id, restore, caller)}`)
  }
  await deps.db.onPlatform((tx) => markReconciled(tx, restore.id, deps.clock.now()))
  for (const line of leftForPeople) print(line)
}

type Caller = Parameters<typeof companyContext>[1]

async function reconcileCompany(
  deps: Deps,
  companyId: string,
  restore: RestoreRecord,
  caller: Caller,
): Promise<string> {
  const ctx = companyContext(deps, caller, companyId)
  const { known, held } = await reconcileAfterRestore(ctx, restore)
  const { read, refused } = await reconcileAccounts(ctx)
  return [
    `${known} orders that wait are with Amazon already`,
    `${held} are on hold until a person has seen to them`,
    `the stock of ${read} Amazon accounts was read`,
    ...refused.map((name) => `Amazon lets nobody read that of ${name}`),
  ].join(', ')
}

/** Checks that only people can make; printed at the end. */
const leftForPeople = [
  'Reconciled: jobs run, orders come in and messages go out within seconds. What is left for people:',
  '  - orders on hold: were they cancelled since? Release the others.',
  '  - orders that websites handed over after the moment: have them sent again. What Amazon ships already is not shipped twice.',
  '  - people, keys, channels and Amazon accounts that were removed or changed after the moment: do it again.',
  '  - customers who unsubscribed from emails, or asked to be erased, after the moment: do it again.',
  '  - channels that were connected after the moment: switch automatic fulfillment off before you connect them again. Their orders have other ids now: send only what Amazon does not have.',
  '  - listings: start a two-way sync; until then nothing is sent to Amazon’s listings.',
]
