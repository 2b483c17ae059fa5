import { buildIfStale } from '#local/build/build-if-stale.ts'
import { createShutdown, type Shutdown } from '#local/start/shutdown.ts'
import { withClient } from '#server/testing/postgres.ts'
import { benches } from './benches.ts'
import { openBenchFolder, openCluster, dropLeftovers } from './data/datasets.ts'
import { printReport, type Figure, writeResults } from './harness/report.ts'
import { prepareEnvironments } from './harness/environments.ts'

const shutdownTimeoutMs = 60_000

/** Returns whether every goal is met. */
async function run(names: readonly string[], shutdown: Shutdown): Promise<boolean> {
  const unknown = names.filter((name) => !Object.hasOwn(benches, name))
  if (unknown.length > 0) {
    throw new Error(`There is no bench called ${unknown.join(' or ')}. There are: ${Object.keys(benches).join(', ')}.`)
  }
  await buildIfStale({ announce: () => console.log('Building…') })
  const folder = openBenchFolder()
  const cluster = await openCluster(folder, shutdown)
  await dropLeftovers(cluster)
  const environments = prepareEnvironments({ folder, cluster, shutdown })
  const figures: Figure[] = []
  for (const [name, bench] of Object.entries(benches)) {
    if (names.length > 0 && !names.includes(name)) continue
    console.log(`Measuring ${name}…`)
    const measured = await bench(environments)
    printReport(measured)
    figures.push(...measured)
  }
  if (names.length !== 1) printReport(figures)
  console.log(`Results: ${writeResults(folder, figures, await versionOf(cluster.url('postgres')))}`)
  return figures.every(({ holds }) => holds)
}

const versionOf = (url: string): Promise<string> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version ?? ''
  })

async function main(): Promise<number> {
  const shutdown = createShutdown()
  try {
    const hasPassed = await Promise.race([run(process.argv.slice(2), shutdown), shutdown.due])
    return hasPassed ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  } finally {
    await shutdown.run(shutdownTimeoutMs)
  }
}

process.exit(await main())
