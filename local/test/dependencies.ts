import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand } from '../bootstrap/install.mjs'
import { entriesWithoutHash, type Lock } from '../complete-lock.mjs'
import { root } from '../root.ts'
import { packagesImportedByWeb, type Place, placesOf, readLock } from '../shipped-packages.ts'
import { runQuietly, type QuietRun, type ToolResult } from '../tool.ts'

const projects = ['.', 'mutation/tool']

/** Checks what we install: a hash for every package, install scripts by list only, no known vulnerability in what ships. */
export async function checkDependencies(how: QuietRun = {}): Promise<ToolResult> {
  const problems = projects.flatMap((folder) => {
    const read = (file: string) => readFileSync(join(root, folder, file), 'utf8')
    const lock = JSON.parse(read('package-lock.json')) as Lock
    const { allowScripts = {} } = JSON.parse(read('package.json')) as { allowScripts?: Record<string, boolean> }
    return [...lockProblems(lock), ...scriptProblems(lock, allowScripts, read('.npmrc'))].map(
      (problem) => `${folder}: ${problem}`,
    )
  })
  const lock = readLock()
  const audit = auditResult(await runAudit(how), placesOf(lock, packagesImportedByWeb()))
  const found = [...problems, ...audit.problems]
  const summary = `${Object.keys(lock.packages).length - 1} packages, ${entriesWithoutHash(lock).length} without a hash; ${audit.summary}`
  return { code: found.length > 0 ? 1 : 0, output: [summary, ...found].join('\n') }
}

/** A package without a hash may be exchanged by whoever controls the registry or the way to it. */
export function lockProblems(lock: Lock): string[] {
  const named = Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)
  return [
    ...entriesWithoutHash(lock).map(({ path }) => `${path} has no sha512 hash in package-lock.json: run npm run lock`),
    ...named.map(([path]) => `${path} names a registry in package-lock.json: see .npmrc`),
  ]
}

/** Names instead of versions: npm can't tell the version of a package whose registry is not in the lock; the hash does. */
export function scriptProblems(lock: Lock, allowed: Readonly<Record<string, boolean>>, npmrc: string): string[] {
  const withScript = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = new Set(withScript.map(([path]) => path.split('node_modules/').at(-1) ?? ''))
  const unlisted = [...names].filter((name) => allowed[name] === undefined)
  const stale = Object.keys(allowed).filter((name) => !names.has(name))
  return [
    ...(/^strict-allow-scripts=true$/m.test(npmrc) ? [] : ['.npmrc lacks strict-allow-scripts=true']),
    ...unlisted.map((name) => `${name} has an install script: read it, then list it in allowScripts of package.json`),
    ...stale.map((name) => `${name} has no install script any more: remove it from allowScripts of package.json`),
  ]
}

/** All packages, because npm's division is not ours (`placesOf`). A registry that does not answer delays nobody. */
async function runAudit(how: QuietRun): Promise<string> {
  const flags = ['--json', '--package-lock-only', '--loglevel=silent', '--fetch-retries=0', '--fetch-timeout=10000']
  return (await runQuietly(npmCommand(['audit', ...flags]), how)).output
}

type Vulnerability = { severity: string; nodes?: string[] }

/** npm's report, or its error where the registry can't be asked. */
type AuditReport = {
  vulnerabilities?: Record<string, Vulnerability>
  statusCode?: number
  error?: { code?: string | null }
}

const failing = new Set(['high', 'critical'])

/** What fails: severity high or more, in the server or the browser. Whatever else is known stands in the summary. */
export function auditResult(
  output: string,
  places: ReadonlyMap<string, Place>,
): { summary: string; problems: string[] } {
  const { vulnerabilities, ...failure } = parseReport(output)
  if (!vulnerabilities) {
    const why = failure.statusCode ?? failure.error?.code ?? 'no answer'
    return { summary: `audit skipped: the registry can’t be asked (${why})`, problems: [] }
  }
  const known = Object.entries(vulnerabilities)
  const shipped = known.filter(([, { severity, nodes = [] }]) => {
    return failing.has(severity) && nodes.some((path) => (places.get(path) ?? 'server') !== 'development')
  })
  const others = known.length - shipped.length
  return {
    summary: `audit: ${shipped.length} of severity high or more in what ships, ${others} other`,
    problems: shipped.map(([name, { severity }]) => `${name} has a known vulnerability (${severity}): npm audit`),
  }
}

function parseReport(output: string): AuditReport {
  try {
    return JSON.parse(output.slice(output.indexOf('{'))) as AuditReport
  } catch {
    return {}
  }
}
