import { parse } from 'libpg-query'

export type UnsafeStatement = { statement: string; fault: string }

/**
 * Finds statements that would block or break the running product, including processes of the previous release. Tables that the same
 * migration creates are exempt. A statement that is safe for another reason states it in the comment before it:
 * `-- allowed: nothing has read it since 0015`.
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
    case 'CallStmt':
      return faultsOfCompany(all)
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

/** Statements that create something new, or take no lock for long. */
const harmlessKinds = new Set([
  'CreateStmt',
  'CreateFunctionStmt',
  'AlterFunctionStmt',
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

/** A migration with CONCURRENTLY, or with a procedure that commits in batches, runs outside a transaction, so it may contain nothing else. */
const faultsOfCompany = (all: readonly Statement[]): string[] =>
  all.every(
    ({ kind, node }) =>
      kind === 'CallStmt' || ((kind === 'IndexStmt' || kind === 'DropStmt') && node['concurrent'] === true),
  )
    ? []
    : ['stands beside other statements: what is CONCURRENTLY or commits by itself needs a migration of its own']

const isConcurrentDrop = ({ kind, node }: Statement) =>
  kind === 'DropStmt' && node['concurrent'] === true && node['missing_ok'] === true

/** Dropping triggers and policies is harmless; anything else may still be used by the previous release. */
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

/** ADD CONSTRAINT holds its lock until the end of the migration, so validating in the same one would read every row under that lock. */
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

/** ALTER TABLE commands that change the catalog only and read no rows. */
const quickCommands = new Set([
  'AT_ColumnDefault',
  'AT_DropNotNull',
  'AT_DropConstraint',
  'AT_EnableRowSecurity',
  'AT_DisableRowSecurity',
  'AT_ForceRowSecurity',
  'AT_NoForceRowSecurity',
  'AT_SetStatistics',
  'AT_SetOptions',
  'AT_SetRelOptions',
  'AT_ResetRelOptions',
  'AT_EnableTrig',
  'AT_DisableTrig',
  'AT_ValidateConstraint',
])

const unsafeCommands: Record<string, string> = {
  AT_AlterColumnType: 'changes the type of a column: add a column, fill it by a job, read it, then drop the old one',
  AT_SetNotNull:
    'sets NOT NULL, which reads every row under a lock: add CHECK (… IS NOT NULL) NOT VALID, validate it in the next migration, then set it (allowed, since PostgreSQL believes the check)',
  AT_DropColumn: 'drops a column that the release before may still read: drop it one release later',
}

/** The faults of one command of an ALTER TABLE on a table that has rows. */
function faultsOfCommand(command: Node): string[] {
  const subtype = textIn(command, 'subtype')
  if (quickCommands.has(subtype)) return []
  const definition = nodeIn(command, 'def')
  if (subtype === 'AT_AddColumn') return faultsOfColumn(nodeIn(definition, 'ColumnDef'))
  if (subtype === 'AT_AddConstraint') return faultsOfConstraint(nodeIn(definition, 'Constraint'))
  return [unsafeCommands[subtype] ?? `${subtype} is not known to be safe`]
}

function faultsOfConstraint(constraint: Node): string[] {
  switch (textIn(constraint, 'contype')) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
    case 'CONSTR_NOTNULL':
      if (constraint['skip_validation'] === true) return []
      return [
        'adds a constraint that reads every row under a lock: say NOT VALID, and validate it in the next migration',
      ]
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
      if (constraint['indexname'] !== undefined) return []
      return ['builds an index under a lock: build it CONCURRENTLY before, and say USING INDEX']
    default:
      return [`${textIn(constraint, 'contype')} is not known to be safe`]
  }
}

function faultsOfColumn(column: Node): string[] {
  const constraints = nodesIn(column, 'constraints').map((one) => nodeIn(one, 'Constraint'))
  const hasDefault = constraints.some((one) => textIn(one, 'contype') === 'CONSTR_DEFAULT')
  const serial = nodesIn(nodeIn(column, 'typeName'), 'names').some((name) =>
    /serial/.test(textIn(nodeIn(name, 'String'), 'sval')),
  )
  return [
    ...(serial ? ['adds a column that is counted up, which writes every row anew'] : []),
    ...constraints.flatMap((constraint) => {
      switch (textIn(constraint, 'contype')) {
        case 'CONSTR_DEFAULT':
          return callsIn(constraint['raw_expr']).some((name) => !stableFunctions.has(name))
            ? ['adds a column whose default differs from row to row, which writes every row anew']
            : []
        case 'CONSTR_NOTNULL':
          return hasDefault ? [] : ['adds a column that is NOT NULL without a default, which fails if there are rows']
        case 'CONSTR_NULL':
          return []
        case 'CONSTR_GENERATED':
        case 'CONSTR_IDENTITY':
          return ['adds a column that is worked out, which writes every row anew']
        default:
          return faultsOfConstraint(constraint)
      }
    }),
  ]
}

/** Functions that are stable within a statement: as a default PostgreSQL evaluates them once and rewrites no rows. */
const stableFunctions = new Set([
  'now',
  'statement_timestamp',
  'transaction_timestamp',
  'jsonb_build_object',
  'jsonb_build_array',
])

/** The functions called anywhere in an expression. */
function callsIn(expression: unknown): string[] {
  if (typeof expression !== 'object' || expression === null) return []
  return Object.entries(expression).flatMap(([field, inner]) => {
    if (field !== 'FuncCall') return callsIn(inner)
    const name = nodesIn(inner as Node, 'funcname').at(-1) ?? {}
    return [textIn(nodeIn(name, 'String'), 'sval'), ...callsIn(inner)]
  })
}

/** A statement as PostgreSQL's own parser (libpg_query) returns it: its kind and its syntax tree. */
type Statement = {
  kind: string
  node: Node
  /** The source text, with the comment before it. */
  text: string
}

/** A node of the syntax tree; its fields depend on the kind. */
type Node = { readonly [field: string]: unknown }

type ParseResult = { stmts?: { stmt: Record<string, Node>; stmt_location?: number; stmt_len?: number }[] }

async function readStatements(sql: string): Promise<Statement[]> {
  const bytes = Buffer.from(sql)
  const { stmts = [] } = (await parse(sql)) as ParseResult
  return stmts.map(({ stmt, stmt_location: from = 0, stmt_len: length }) => {
    const [[kind, node] = ['', {}]] = Object.entries(stmt)
    return {
      kind,
      node,
      text: bytes
        .subarray(from, length ? from + length : undefined)
        .toString()
        .trim(),
    }
  })
}

const nodeIn = (node: Node, field: string): Node => (node[field] ?? {}) as Node

const nodesIn = (node: Node, field: string): Node[] => (node[field] ?? []) as Node[]

const textIn = (node: Node, field: string): string => {
  const text = node[field]
  return typeof text === 'string' ? text : ''
}
