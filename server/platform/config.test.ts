import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chooseListenHost, readBackupConfig, readBackupLocation, readConfig, variableNames } from './config.ts'

/** What an environment must have at least. */
const needed = {
  PUBLIC_URL: 'https://lockstep.example',
  DATABASE_URL: 'postgres://lockstep:secret@db/lockstep?sslmode=verify-full',
  SESSION_SECRET: 'x'.repeat(32),
  ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  OIDC_ISSUER_URL: 'https://login.example',
  OIDC_CLIENT_ID: 'lockstep',
  OIDC_CLIENT_SECRET: 'secret',
}

const complete = { ...needed, TRUST_PROXY: 'loopback' }

describe('the environment', () => {
  it('fills in defaults and decodes the encryption key', () => {
    const config = readConfig(complete)
    expect(config).toMatchObject({ PORT: 5000, DATA_DIR: '.data', LOG_LEVEL: 'info' })
    expect(config.ENCRYPTION_KEY).toHaveLength(32)
  })

  it('reports all missing parts at once', () => {
    expect(() => readConfig({})).toThrow(
      new RegExp(
        Object.keys(needed)
          .map((name) => `${name} is missing`)
          .join('[\\s\\S]*'),
      ),
    )
  })

  it.each([
    ['PORT', 'eighty', /PORT must be a number/],
    ['WEB_PROCESSES', '0', /WEB_PROCESSES must be at least 1/],
    ['WEB_PROCESSES', '1.5', /WEB_PROCESSES must be a whole number/],
    ['WEB_PROCESSES', '65', /WEB_PROCESSES must be at most 64/],
    ['DATABASE_CONNECTIONS', '10', /DATABASE_CONNECTIONS must be at least 20/],
    ['ENCRYPTION_KEY', 'c2hvcnQ=', /ENCRYPTION_KEY must be 32 bytes/],
    ['SESSION_SECRET', 'short', /SESSION_SECRET must have at least 32/],
    ['DATABASE_URL', 'mysql://db/x', /DATABASE_URL must look like postgres/],
    ['OIDC_ISSUER_URL', 'http://login.example', /OIDC_ISSUER_URL must begin with https/],
    ['OIDC_REQUIRED_ACR', 'two factor', /OIDC_REQUIRED_ACR must be acr values with commas/],
    ['OIDC_REQUIRED_ACR', 'gold,,silver', /OIDC_REQUIRED_ACR must be acr values with commas/],
    ['AMAZON_SP_API_URL', 'http://sellingpartnerapi-na.amazon.com', /AMAZON_SP_API_URL must begin with https/],
    ['TWILIO_API_URL', 'http://10.0.0.8', /TWILIO_API_URL must begin with https/],
    ['META_GRAPH_URL', 'http://127.0.0.1.evil.example', /META_GRAPH_URL must begin with https/],
    ['PUBLIC_URL', 'http://lockstep.example', /PUBLIC_URL must begin with https:/],
    ['PUBLIC_URL', 'https://lockstep.example/shop', /PUBLIC_URL must be an address without a path/],
    ['TRUST_PROXY', 'true', /TRUST_PROXY must be none, or addresses/],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/99', /TRUST_PROXY must be none, or addresses/],
    ['TRUST_PROXY', 'none, loopback', /TRUST_PROXY must be none, or addresses/],
    ['LISTEN_HOST', 'every', /LISTEN_HOST must be an address of this machine/],
    ['INSECURE_CONNECTIONS', 'http', /INSECURE_CONNECTIONS must be some of postgres, redis, smtp/],
    ['CRASH_AT', 'somewhere', /CRASH_AT must be one of orders\.send\.marked/],
    ['CRASH_AT', 'orders.send.submitted', /CRASH_AT ends the process and is for this machine only/],
    ['BACKUP_DAYS', '31', /BACKUP_DAYS must be at most 30/],
    ['BACKUP_DIR', '/backups', /BACKUP_KEY is missing \(BACKUP_DIR, BACKUP_KEY go together\)/],
    ['BACKUP_KEY', complete.ENCRYPTION_KEY, /BACKUP_KEY must differ from ENCRYPTION_KEY/],
    ['MAIL_FROM', 'nobody', /MAIL_FROM must be an email/],
    [
      'TWILIO_FROM',
      '+12065550100',
      /TWILIO_ACCOUNT_SID is missing \(TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM go together\)/,
    ],
  ])('refuses %s=%s', (name, value, message) => {
    expect(() => readConfig({ ...complete, [name]: value })).toThrow(message)
  })

  it.each(['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])(
    'accepts plain http to %s',
    (url) => {
      const here = { ...complete, PUBLIC_URL: 'http://localhost:5000', OIDC_ISSUER_URL: url }
      expect(readConfig(here).OIDC_ISSUER_URL).toBe(url)
    },
  )

  it('accepts PUBLIC_URL with or without a trailing slash', () => {
    const config = readConfig({ ...complete, PUBLIC_URL: 'https://Lockstep.example/' })
    expect(config.PUBLIC_URL).toBe('https://lockstep.example')
  })

  it('parses the trusted proxies', () => {
    const config = readConfig({ ...complete, TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8' })
    expect(config.TRUST_PROXY).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8'])
    expect(readConfig({ ...complete, TRUST_PROXY: 'none' }).TRUST_PROXY).toEqual([])
  })

  it.each([
    [{}, undefined],
    [{ LISTEN_HOST: '10.0.0.5', TRUST_PROXY: 'loopback' }, '10.0.0.5'],
    [{ LISTEN_HOST: '::', PUBLIC_URL: 'http://localhost:5000' }, '::'],
    [{ PUBLIC_URL: 'http://127.0.0.1:5000', TRUST_PROXY: '10.0.0.0/8' }, 'localhost'],
    [{ TRUST_PROXY: 'loopback' }, 'localhost'],
    [{ TRUST_PROXY: '127.0.0.1/32, ::1' }, 'localhost'],
    [{ TRUST_PROXY: 'loopback, 10.0.0.7' }, undefined],
  ])('with %o, serve listens on %s', (change, host) => {
    expect(chooseListenHost(readConfig({ ...complete, TRUST_PROXY: 'none', ...change }))).toBe(host)
  })

  it('parses the required classes of authentication', () => {
    const config = readConfig({ ...complete, OIDC_REQUIRED_ACR: 'gold, urn:okta:loa:2fa:any' })
    expect(config.OIDC_REQUIRED_ACR).toEqual(['gold', 'urn:okta:loa:2fa:any'])
    expect(readConfig(complete).OIDC_REQUIRED_ACR).toEqual([])
  })

  it('counts blank values as missing', () => {
    expect(() => readConfig({ ...complete, OIDC_CLIENT_ID: '  ' })).toThrow('OIDC_CLIENT_ID is missing')
  })

  it('needs only the variables of backups for a backup', () => {
    const backup = { BACKUP_DIR: '/backups', BACKUP_KEY: Buffer.alloc(32, 1).toString('base64') }
    expect(readBackupLocation(backup)).toEqual({ BACKUP_DIR: '/backups', BACKUP_KEY: Buffer.alloc(32, 1) })
    expect(() => readBackupConfig(backup)).toThrow('DATABASE_URL is missing')
    const database = { DATABASE_URL: complete.DATABASE_URL, REDIS_URL: 'redis://cache.example' }
    expect(readBackupConfig({ ...backup, ...database }).BACKUP_DAYS).toBe(7)
    const shared = { ...backup, ENCRYPTION_KEYS_OTHER: `${complete.ENCRYPTION_KEY}, ${backup.BACKUP_KEY}` }
    expect(() => readBackupLocation(shared)).toThrow('BACKUP_KEY must differ from ENCRYPTION_KEY')
  })

  it('is documented completely in .env.example', () => {
    const example = readFileSync('.env.example', 'utf8')
    const listed = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map((match) => match[1] ?? '')
    expect(listed.toSorted()).toEqual(variableNames.toSorted())
  })
})
