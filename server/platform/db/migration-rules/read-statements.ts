import { parse } from 'libpg-query'

/** What PostgreSQL's own parser makes of a statement: its kind, and the rest as a tree. */
export type Statement = {
  kind: string
  node: Node
  /** As it is written, with the comment before it. */
  text: string
}

/** A part of the tree. Which fields there are depends on the kind; none is needed but asked for. */
export type Node = { readonly [field: string]: unknown }

type ParseResult = { stmts?: { stmt: Record<string, Node>; stmt_location?: number; stmt_len?: number }[] }

export async function readStatements(sql: string): Promise<Statement[]> {
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

export const nodeIn = (node: Node, field: string): Node => (node[field] ?? {}) as Node
export const nodesIn = (node: Node, field: string): Node[] => (node[field] ?? []) as Node[]
export const textIn = (node: Node, field: string): string => {
  const text = node[field]
  return typeof text === 'string' ? text : ''
}
