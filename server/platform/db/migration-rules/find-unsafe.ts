import { faultsOfCommand } from './alter-table.ts'
import { nodeIn, nodesIn, readStatements, textIn, type Node, type Statement } from './read-statements.ts'

export type UnsafeStatement = { statement: string; fault: string }

/**
 * What in a migration would hold up, or break, a product that goes on working while it runs, beside processes of the release before.
 * A table that the same migration makes is nobody's yet. What is flagged and right all the same says why in the comment before
 * it: `-- allowed: nothing has read it since 0015`.
 */
export async function findUnsafeStatements(sql: string): Promise<UnsafeStatement[]> {
  const statements = await readStatements(sql)
  const newTables = new Set(statements.filter(isNew).map(({ node }) => tableOf(node)))
  return statements.flatMap((statement) => {
    if (allowedComment.test(statement.text)) return []
    return faultsOf(statement, newTables, statements).map((fault) => ({ statement: firstLine(statement.text), fault }))
  })
}

const isNew = ({ kind, node }: Statement) => kind === 'CreateStmt' && node['if_not_exists'] !== true

const allowedComment = /^--\s*allowed: \S.{9,}$/m

function faultsOf({ kind, node }: Statement, newTables: ReadonlySet<string>, all: readonly Statement[]): string[] {
  if (harmlessKinds.has(kind)) return []
  if (newTables.has(tableOf(node))) return []
  switch (kind) {
    case 'AlterTableStmt':
      return [
        ...faultsOfTableKind(node),
        ...nodesIn(node, 'cmds').flatMap((one) => faultsOfCommand(nodeIn(one, 'AlterTableCmd'))),
        ...faultsOfValidating(node, all),
      ]
    case 'IndexStmt':
      return faultsOfIndex(node, all)
    case 'DropStmt':
      return faultsOfDrop(node, all)
    case 'InsertStmt':
    case 'UpdateStmt':
    case 'DeleteStmt':
      return ['changes rows while it holds its locks: let a job do it, in bites']
    case 'VariableSetStmt':
      return /lock_timeout|statement_timeout/.test(textIn(node, 'name'))
        ? ['sets a time limit that is `migrate`’s to set']
        : []
    default:
      return [unsafeKinds[kind] ?? `${kind} is not known to be safe`]
  }
}

/** They make something new, or change what a statement is answered, and are done at once. */
const harmlessKinds = new Set([
  'CreateStmt',
  'CreateFunctionStmt',
  'CreateTrigStmt',
  'CreatePolicyStmt',
  'AlterPolicyStmt',
  'CreateExtensionStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'CreateEnumStmt',
  'ViewStmt',
  'GrantStmt',
  'CommentStmt',
  'SelectStmt',
])

const unsafeKinds: Record<string, string> = {
  RenameStmt: 'renames what the release before knows by its old name: add, fill, read, then drop',
  LockStmt: 'locks a table by itself',
  TruncateStmt: 'empties a table',
  DoStmt: 'hides what it does in a block of code',
  ClusterStmt: 'writes a table anew under a lock',
  ReindexStmt: 'builds an index under a lock',
  VacuumStmt: 'can’t run in a migration',
}

function faultsOfIndex(node: Node, all: readonly Statement[]): string[] {
  if (node['concurrent'] !== true) return ['builds an index without CONCURRENTLY: nobody can write meanwhile']
  const name = textIn(node, 'idxname')
  const isDroppedBefore = all.some((other) => isConcurrentDrop(other) && other.text.includes(name))
  return [
    ...faultsOfCompany(all),
    ...(name !== '' && isDroppedBefore
      ? []
      : ['leaves half an index when it fails: begin with DROP INDEX CONCURRENTLY IF EXISTS of the same name']),
  ]
}

/** A migration with such statements runs outside of a transaction, so nothing else may stand in it. */
const faultsOfCompany = (all: readonly Statement[]): string[] =>
  all.every(({ kind, node }) => (kind === 'IndexStmt' || kind === 'DropStmt') && node['concurrent'] === true)
    ? []
    : ['stands beside other statements: what is CONCURRENTLY needs a migration of its own']

const isConcurrentDrop = ({ kind, node }: Statement) =>
  kind === 'DropStmt' && node['concurrent'] === true && node['missing_ok'] === true

/** What is dropped and has rows, or is waited for; functions, triggers and policies are gone at once. */
function faultsOfDrop(node: Node, all: readonly Statement[]): string[] {
  switch (textIn(node, 'removeType')) {
    case 'OBJECT_INDEX':
      if (node['concurrent'] === true) return faultsOfCompany(all)
      return ['drops an index without CONCURRENTLY']
    case 'OBJECT_TRIGGER':
    case 'OBJECT_POLICY':
      return []
    default:
      return ['drops what the release before may still use: drop it one release later']
  }
}

const faultsOfTableKind = (node: Node): string[] =>
  textIn(node, 'objtype') === 'OBJECT_TABLE' ? [] : [`${textIn(node, 'objtype')} is not known to be safe`]

/** The lock that adding takes is held until the end, so that reading every row would happen under it. */
function faultsOfValidating(node: Node, all: readonly Statement[]): string[] {
  const commandsOf = (one: Node) => nodesIn(one, 'cmds').map((command) => nodeIn(command, 'AlterTableCmd'))
  const validated = commandsOf(node).filter((command) => textIn(command, 'subtype') === 'AT_ValidateConstraint')
  const added = all
    .flatMap((other) => commandsOf(other.node))
    .map((command) => nodeIn(nodeIn(command, 'def'), 'Constraint'))
  const isAddedHere = validated.some((one) => added.some((other) => textIn(other, 'conname') === textIn(one, 'name')))
  return isAddedHere ? ['validates a constraint that the same migration adds: do it in the next one'] : []
}

const tableOf = (node: Node): string => textIn(nodeIn(node, 'relation'), 'relname')

const firstLine = (text: string): string =>
  text
    .split('\n')
    .find((line) => line.trim() !== '' && !line.trim().startsWith('--'))
    ?.trim()
    .slice(0, 100) ?? ''
