/** Who may import whom. Floors are listed from the top down; an import goes down only. */

const from = (path, more = {}) => ({ path, ...more })
const rule = (name, comment, fromPart, toPart) => ({ name, severity: 'error', comment, from: fromPart, to: toPart })
const tests = '(\\.test\\.tsx?$|^server/testing/|^web/testing/)'
const own = '^(contract|server|web|emulators|local|e2e|bench|chaos|mutation)/'

/** Server floors, top first. A folder may import what stands below it, and itself. */
const serverFloors = [
  '^server/main\\.ts$',
  '^server/commands/',
  '^server/(app|worker|deps|table-workers|version)\\.ts$|^server/demo/',
  '^server/features/',
  '^server/backup/',
  '^server/platform/',
  '^server/ports/',
]

const upward = serverFloors.slice(1).map((floor, index) =>
  rule(`server-floor-${index + 2}`, 'On the server, imports go down only.', from(floor, { pathNot: tests }), {
    path: serverFloors.slice(0, index + 1).join('|'),
  }),
)

/** Features stand on floors too: one may import from a later group, never from its own or an earlier one. */
const featureGroups = [
  ['dashboard', 'observe', 'settings', 'privacy', 'search'],
  ['reports', 'shipments', 'order-import'],
  ['bulk', 'orders'],
  ['marketplace', 'channels'],
  ['promotions', 'inventory'],
  ['notifications'],
  ['products', 'jobs', 'admin', 'audit', 'saved-views', 'bell', 'company-profile'],
  ['auth', 'images'],
]
const featurePath = (names) => `^server/features/(${names.join('|')})/`

const featureRules = featureGroups.flatMap((group, index) =>
  group.map((feature) =>
    rule(
      `feature-${feature}`,
      'A feature imports features of later groups only (see the groups in this file).',
      from(`^server/features/${feature}/`, { pathNot: tests }),
      { path: featurePath(featureGroups.slice(0, index + 1).flat()), pathNot: `^server/features/${feature}/` },
    ),
  ),
)

/**
 * Floors inside large features and the platform, top first. A name ending in `/` is a folder, any other one or more files
 * (`*` stands for part of a name). Entries of one row don't import each other; files in no row are the lowest floor.
 */
const innerFloors = {
  'server/features/orders': [
    ['routes', 'jobs'],
    ['batches/'],
    ['public/', 'manual/', 'customers/', 'list/', 'teamwork/', 'read-order', 'reconcile-after-restore'],
    ['actions/'],
    ['intake/', 'fulfillment/'],
    ['attention/'],
  ],
  'server/features/marketplace': [
    ['routes', 'jobs', 'reconcile-after-restore'],
    ['connect/', 'two-way/'],
    ['sync/'],
    ['amazon-access'],
    ['account-queries'],
  ],
  'server/features/marketplace/two-way': [
    ['two-way-sync'],
    ['list-changes', 'list-listings'],
    ['send/', 'apply/'],
    ['plan/', 'read/'],
    ['two-way-run', 'sku-queries'],
    ['queries'],
    ['merge/'],
  ],
  'server/features/channels': [
    ['routes', 'jobs'],
    ['push/', 'health/'],
    ['poll/', 'messages/'],
    ['inbox/', 'items/', 'feed/', 'listings/', 'connect/'],
  ],
  'server/features/notifications': [
    ['routes', 'jobs', 'order-notifications'],
    ['history/', 'alerts/', 'security/'],
    ['templates/'],
    ['sending/'],
    ['senders/'],
    ['quota/'],
    ['mail/'],
    ['opt-outs/'],
    ['quiet-hours/'],
  ],
  'server/platform': [
    ['http/', 'worker/'],
    ['events/', 'refusal-log'],
    ['audit', 'assert-reconciled'],
    ['context'],
    ['jobs/', 'shared-state/'],
    ['crypto/', 'restore-gate', 'observe-mode'],
    ['db/'],
    ['spreadsheet/', 'metrics/'],
  ],
}

const innerRules = Object.entries(innerFloors).flatMap(([folder, rows]) => {
  const pathOf = (name) => `^${folder}/${name.endsWith('/') ? name : `${name.replaceAll('*', '[^/]*')}\\.ts$`}`
  const anyOf = (names) => names.map(pathOf).join('|')
  const lowest = { path: `^${folder}/`, pathNot: `${anyOf(rows.flat())}|${tests}` }
  const upwardTo = (names) => ({ path: anyOf(names) })
  const between = rows.flatMap((row, index) =>
    row.flatMap((name) => {
      const others = [...rows.slice(0, index).flat(), ...row.filter((other) => other !== name)]
      if (others.length === 0) return []
      return rule(
        `${folder}/${name}`,
        'Inside a feature, imports go down only.',
        from(pathOf(name), { pathNot: tests }),
        upwardTo(others),
      )
    }),
  )
  return [
    ...between,
    rule(`${folder}: lowest floor`, 'Inside a feature, imports go down only.', lowest, upwardTo(rows.flat())),
  ]
})

module.exports = {
  forbidden: [
    rule('no-circles', 'A circle can’t be explained from any end.', {}, { circular: true }),
    rule('contract-alone', 'The contract imports zod and itself.', from('^contract/', { pathNot: tests }), {
      pathNot: '^contract/|^node_modules/zod/',
    }),
    rule('ports-know-the-contract', 'Ports are our own words.', from('^server/ports/', { pathNot: tests }), {
      pathNot: '^server/ports/|^contract/',
    }),
    rule(
      'integrations-know-ports',
      'Settings come in as arguments; the rest of the server is unknown to a vendor’s adapter.',
      from('^server/integrations/([^/]+)/', { pathNot: tests }),
      {
        path: own,
        pathNot: '^server/integrations/$1/|^server/ports/|^contract/',
      },
    ),
    rule(
      'only-deps-names-adapters',
      'Features call ctx.ports.',
      from('^server/', { pathNot: `${tests}|^server/deps\\.ts$|^server/integrations/` }),
      {
        path: '^server/integrations/',
      },
    ),
    rule(
      'routes-and-jobs-stay-home',
      'What another feature offers are its verbs and queries.',
      from('^server/features/([^/]+)/', { pathNot: tests }),
      {
        path: '^server/features/[^/]+/(routes|jobs)\\.ts$',
        pathNot: '^server/features/$1/',
      },
    ),
    rule('server-not-web', 'Both sides meet in the contract.', from('^server/'), { path: '^web/' }),
    rule('web-not-server', 'Both sides meet in the contract.', from('^web/'), { path: '^(server|emulators|local)/' }),
    rule(
      'web-features-apart',
      'Web features don’t know each other.',
      from('^web/features/([^/]+)/', { pathNot: tests }),
      {
        path: '^web/features/',
        pathNot: '^web/features/$1/',
      },
    ),
    rule(
      'web-floors-shared',
      'Shared pieces know ui, lib and the contract.',
      from('^web/shared/', { pathNot: tests }),
      {
        path: '^web/(features|routes|main|app)',
      },
    ),
    rule(
      'web-floors-ui',
      'ui knows no product word, so neither the contract, but for the language, nor anything above.',
      from('^web/ui/', { pathNot: tests }),
      {
        path: '^web/(features|shared|lib|routes|main|app)|^contract/(?!i18n)',
      },
    ),
    rule('web-floors-lib', 'lib knows the contract only.', from('^web/lib/', { pathNot: tests }), {
      path: '^web/(features|shared|ui|routes|main|app)',
    }),
    rule('emulators-alone', 'A misread vendor document must not be mirrored in its own test.', from('^emulators/'), {
      path: '^(contract|server|web|local)/',
    }),
    rule(
      'server-not-local',
      'What runs on one machine stands above the server.',
      from('^server/', { pathNot: tests }),
      {
        path: '^(local|emulators|e2e|bench|chaos|mutation)/',
      },
    ),
    rule(
      'no-tests-in-product',
      'The product doesn’t import its tests.',
      from(own, { pathNot: `${tests}|^(e2e|bench|chaos|mutation)/` }),
      {
        path: tests,
      },
    ),
    ...upward,
    ...featureRules,
    ...innerRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.data)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
