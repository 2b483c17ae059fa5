import type { ApiKeyRow, NewApiKey } from '#contract/api-keys.ts'
import { ComingTime } from '#web/shared/coming-time.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { useNow } from '#web/shared/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/table.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { KeyMenu } from './key-menu.tsx'
import { isUsable, keyState, type KeyState } from './key-state.ts'
import { scopeLabels } from './scope-words.ts'

export const keyColumns = (onMade: (key: NewApiKey) => void): readonly TableColumn<ApiKeyRow>[] => [
  {
    header: 'Name',
    cell: ({ name, masked }) => (
      <span>
        {name}
        <code className="block font-mono text-xs font-normal text-muted">{masked}</code>
      </span>
    ),
  },
  { header: 'Permissions', cell: ({ scopes }) => scopes.map((scope) => scopeLabels[scope].label).join(', ') },
  {
    header: 'Created',
    cell: ({ createdAt, createdByName }) => (
      <span>
        <RelativeTime moment={createdAt} />
        {createdByName && <span className="block text-muted">by {createdByName}</span>}
      </span>
    ),
  },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime moment={lastUsedAt} /> : <Never />),
  },
  { header: 'Expires', cell: (apiKey) => <Expiry apiKey={apiKey} /> },
  { header: 'State', cell: (apiKey) => <State apiKey={apiKey} /> },
  {
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (apiKey) => (
      <span className="as-cards:ml-auto">
        <KeyMenu apiKey={apiKey} onMade={onMade} />
      </span>
    ),
  },
]

const Never = () => <span className="text-muted">Never</span>

function Expiry({ apiKey }: { apiKey: ApiKeyRow }) {
  const Time = isUsable(apiKey, useNow()) ? ComingTime : RelativeTime
  return apiKey.expiresAt ? <Time moment={apiKey.expiresAt} /> : <Never />
}

const stateBadges: Record<KeyState, { tone: Tone; word: string }> = {
  active: { tone: 'success', word: 'Active' },
  replaced: { tone: 'warning', word: 'Replaced' },
  expired: { tone: 'neutral', word: 'Expired' },
  revoked: { tone: 'neutral', word: 'Revoked' },
}

function State({ apiKey }: { apiKey: ApiKeyRow }) {
  const { tone, word } = stateBadges[keyState(apiKey, useNow())]
  return <Badge tone={tone}>{word}</Badge>
}
