import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findUnsafeStatements } from './unsafe-migrations.ts'

const folder = join(import.meta.dirname, 'migrations')

/** They landed before there were rules, and ran where nothing was stored yet. Nothing is added here. */
const landedBefore = Array.from({ length: 14 }, (_, n) => String(n).padStart(4, '0'))

const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const ruled = files.filter((name) => !landedBefore.includes(name.slice(0, 4)))

describe('the migrations', () => {
  it('are checked from 0014 on', () => {
    expect(files.filter((name) => !ruled.includes(name))).toHaveLength(14)
  })

  it('can run while the product is in use', async () => {
    const found = await Promise.all(
      ruled.map(async (name) => ({
        name,
        unsafe: await findUnsafeStatements(readFileSync(join(folder, name), 'utf8')),
      })),
    )
    expect(found.filter(({ unsafe }) => unsafe.length > 0)).toEqual([])
  })

  it('of the first releases would not all have passed', async () => {
    const found = await findUnsafeStatements(readFileSync(join(folder, '0009_reports_and_search.sql'), 'utf8'))
    expect(found.length).toBeGreaterThan(5)
  })
})

const dropBefore = 'DROP INDEX CONCURRENTLY IF EXISTS orders_x;'

describe('refused', () => {
  it.each([
    ['CREATE INDEX orders_x ON orders (x)', 'without CONCURRENTLY'],
    ['CREATE INDEX CONCURRENTLY orders_x ON orders (x)', 'leaves half an index'],
    [
      `${dropBefore} CREATE INDEX CONCURRENTLY orders_x ON orders (x); CREATE TABLE t (a int)`,
      'a migration of its own',
    ],
    ['DROP INDEX orders_x', 'drops an index without CONCURRENTLY'],
    ['ALTER TABLE orders ADD COLUMN x int NOT NULL', 'NOT NULL without a default'],
    ['ALTER TABLE orders ADD COLUMN x uuid DEFAULT gen_random_uuid()', 'differs from row to row'],
    [`ALTER TABLE orders ADD COLUMN x text DEFAULT coalesce('a', random()::text)`, 'differs from row to row'],
    ['ALTER TABLE orders ADD COLUMN x bigserial', 'counted up'],
    ['ALTER TABLE orders ADD COLUMN x int GENERATED ALWAYS AS (y + 1) STORED', 'worked out'],
    ['ALTER TABLE orders ADD COLUMN x int GENERATED ALWAYS AS IDENTITY', 'worked out'],
    ['ALTER TABLE orders ADD COLUMN x uuid REFERENCES skus (id)', 'reads every row'],
    ['ALTER TABLE orders ADD COLUMN x int CHECK (x > 0)', 'reads every row'],
    ['ALTER TABLE orders ADD COLUMN x int UNIQUE', 'builds an index'],
    ['ALTER TABLE orders ALTER COLUMN x TYPE bigint', 'changes the type'],
    ['ALTER TABLE orders ALTER COLUMN x SET NOT NULL', 'sets NOT NULL'],
    ['ALTER TABLE orders ADD CONSTRAINT c CHECK (x > 0)', 'NOT VALID'],
    ['ALTER TABLE orders ADD CONSTRAINT c FOREIGN KEY (x) REFERENCES skus (id)', 'NOT VALID'],
    ['ALTER TABLE orders ADD CONSTRAINT c UNIQUE (x)', 'USING INDEX'],
    ['ALTER TABLE orders ADD PRIMARY KEY (x)', 'USING INDEX'],
    ['ALTER TABLE orders ADD CONSTRAINT c EXCLUDE USING gist (x WITH =)', 'not known to be safe'],
    [
      'ALTER TABLE orders ADD CONSTRAINT c CHECK (x > 0) NOT VALID; ALTER TABLE orders VALIDATE CONSTRAINT c',
      'do it in the next one',
    ],
    ['ALTER TABLE orders SET UNLOGGED', 'not known to be safe'],
    ['ALTER TABLE orders DROP COLUMN x', 'one release later'],
    ['ALTER TABLE orders RENAME COLUMN x TO y', 'renames'],
    ['ALTER TABLE orders RENAME TO purchases', 'renames'],
    ['DROP TABLE orders', 'one release later'],
    ['DROP FUNCTION session_stamp', 'one release later'],
    ['LOCK TABLE orders', 'locks a table'],
    ['TRUNCATE orders', 'empties a table'],
    ['UPDATE orders SET x = 1', 'let a job do it'],
    ['DELETE FROM orders', 'let a job do it'],
    ['INSERT INTO orders SELECT * FROM skus', 'let a job do it'],
    ['DO $$ BEGIN DELETE FROM orders; END $$', 'hides what it does'],
    ['REINDEX TABLE orders', 'builds an index'],
    ['SET lock_timeout = 0', '`migrate`’s to set'],
    ['CREATE TABLE IF NOT EXISTS orders (a int); CREATE INDEX orders_x ON orders (x)', 'without CONCURRENTLY'],
    ['ALTER SYSTEM SET fsync = off', 'not known to be safe'],
    ['-- allowed: yes\nDROP TABLE orders', 'one release later'],
  ])('%s', async (sql, fault) => {
    expect([...new Set((await findUnsafeStatements(sql)).map((one) => one.fault))]).toEqual([
      expect.stringContaining(fault),
    ])
  })
})

describe('accepted', () => {
  it.each([
    'ALTER TABLE orders ADD COLUMN x timestamp with time zone',
    `ALTER TABLE orders ADD COLUMN x jsonb DEFAULT '{}'::jsonb NOT NULL`,
    'ALTER TABLE orders ADD COLUMN x timestamp with time zone DEFAULT now() NOT NULL',
    'ALTER TABLE orders ADD CONSTRAINT c CHECK (x > 0) NOT VALID',
    'ALTER TABLE orders VALIDATE CONSTRAINT c',
    'ALTER TABLE orders ADD CONSTRAINT c UNIQUE USING INDEX orders_x',
    'ALTER TABLE orders ALTER COLUMN x DROP NOT NULL',
    `${dropBefore} CREATE INDEX CONCURRENTLY orders_x ON orders (x)`,
    'DROP INDEX CONCURRENTLY orders_x',
    'CREATE TABLE t (a int PRIMARY KEY); CREATE INDEX t_a ON t (a); INSERT INTO t VALUES (1)',
    'CREATE TABLE t (a uuid); ALTER TABLE t ADD CONSTRAINT t_a FOREIGN KEY (a) REFERENCES orders (id)',
    'CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$; DROP TRIGGER x ON orders',
    'ALTER FUNCTION session_stamp SET search_path = public, pg_temp',
    '-- allowed: nothing has read it since 0015, two releases ago\nDROP TABLE orders',
  ])('%s', async (sql) => {
    expect(await findUnsafeStatements(sql)).toEqual([])
  })
})
