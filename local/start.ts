import { join, resolve } from 'node:path'
import { buildIfStale } from './build/build-if-stale.ts'
import { claimDataFolder } from './data-folder.ts'
import { root } from './root.ts'
import { startBackups } from './start/backups.ts'
import { startDatabase } from './start/database.ts'
import { assertServable, ensurePortIsFree, isPublic, readEnvironment, readPort } from './start/environment.ts'
import { endOrphanedServer, loadServer } from './start/server.ts'
import { reconcile } from './start/reconcile.ts'
import { showIfSlow, welcome } from './start/output.ts'
import { loadSecrets } from './start/secrets.ts'
import { createShutdown, type Shutdown } from './start/shutdown.ts'
import { findWantedEmulators, startEmulators } from './start/emulators.ts'

const shutdownTimeoutMs = 25_000

async function start(shutdown: Shutdown): Promise<void> {
  const given = readEnvironment()
  const port = readPort(given['PORT'])
  const url = given['PUBLIC_URL'] ?? `http://localhost:${port}`
  const shownDataDir = given['DATA_DIR'] ?? '.data'
  const dataDir = resolve(root, shownDataDir)
  const logs = join(dataDir, 'logs')

  await claimDataFolder(dataDir, shownDataDir, url)
  await endOrphanedServer(dataDir)
  await ensurePortIsFree(port)

  const secrets = loadSecrets(dataDir)
  const { SESSION_SECRET, ENCRYPTION_KEY } = secrets
  const settings = { SESSION_SECRET, ENCRYPTION_KEY, PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir }
  if (isPublic(url)) await assertServable({ ...settings, ...given })
  const needed = isPublic(url) ? [] : findWantedEmulators(given)
  const clients = Object.assign({}, ...needed.map(({ client }) => client(secrets))) as Record<string, string>
  const env = { ...settings, ...clients, ...given }

  const database = given['DATABASE_URL'] ?? showIfSlow('Starting PostgreSQL', startDatabase(dataDir, logs, shutdown))
  const built = showIfSlow('Building', buildIfStale())
  const emulators = built.then(() =>
    showIfSlow('Starting the emulators', startEmulators(needed, env, dataDir, logs, shutdown)),
  )
  const loading = built.then(() => loadServer(env, dataDir, logs, shutdown))
  const [databaseUrl, { variables, inboxes }, server] = await Promise.all([database, emulators, loading])
  const addresses = { DATABASE_URL: databaseUrl, ...variables }
  const wholeEnv = { ...env, ...addresses }
  if (process.argv.includes('--reconcile')) await reconcile(wholeEnv)
  const backupDir = startBackups(wholeEnv, logs, shutdown)
  await showIfSlow('Starting Lockstep', server.start(addresses))

  const usesLocalSignIn = 'OIDC_ISSUER_URL' in variables
  const usesLocalDatabase = !given['DATABASE_URL']
  const data = { dataDir: shownDataDir, usesLocalDatabase, backupDir }
  const shops = { shopify: variables['SHOPIFY_URL'], woocommerce: variables['DEMO_WOOCOMMERCE_URL'] }
  console.log(welcome({ url, isPublic: isPublic(url), usesLocalSignIn, inboxes, shops, ...data }))
}

async function main(): Promise<number> {
  const shutdown = createShutdown()
  try {
    await Promise.race([shutdown.due, start(shutdown).then(() => shutdown.due)])
    console.log('Stopping…')
    await shutdown.run(shutdownTimeoutMs)
    console.log('Lockstep has stopped.')
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    await shutdown.run(shutdownTimeoutMs)
    return 1
  }
}

// Writing to a closed terminal fails; that must not end this process before its children.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.exit(await main())
