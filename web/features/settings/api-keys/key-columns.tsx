import type { ReactNode } from 'react'
import type { ApiKeyRow, NewApiKey } from '#contract/api-keys.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { useNow } from '#web/shared/use-now.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { TableColumn } from '#web/ui/table.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { KeyMenu } from './key-menu.tsx'
import { keyState, type KeyState } from './key-state.ts'
import { scopeWords } from './scope-words.ts'

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
  { header: 'Permissions', cell: ({ scopes }) => scopes.map((scope) => scopeWords[scope].label).join(', ') },
  {
    header: 'Created',
    cell: ({ createdAt, createdByName }) => (
      <span>
        <RelativeTime moment={createdAt} />
        {createdByName && <span className="block text-muted">by {createdByName}</span>}
      </span>
    ),
  },
  { header: 'Last used', cell: ({ lastUsedAt }) => momentOr(lastUsedAt, 'Never') },
  { header: 'Expires', cell: ({ expiresAt }) => momentOr(expiresAt, 'Never') },
  { header: 'State', cell: (apiKey) => <KeyStateBadge apiKey={apiKey} /> },
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

const momentOr = (moment: string | null, word: string): ReactNode =>
  moment ? <RelativeTime moment={moment} /> : <span className="text-muted">{word}</span>

const looks: Record<KeyState, { tone: Tone; word: string }> = {
  active: { tone: 'success', word: 'Active' },
  expired: { tone: 'neutral', word: 'Expired' },
  revoked: { tone: 'neutral', word: 'Revoked' },
}

function KeyStateBadge({ apiKey }: { apiKey: ApiKeyRow }) {
  const { tone, word } = looks[keyState(apiKey, useNow())]
  return <Badge tone={tone}>{word}</Badge>
}
