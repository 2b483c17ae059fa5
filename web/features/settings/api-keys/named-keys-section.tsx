import KeyRound from 'lucide-react/icons/key-round'
import { Suspense, useState } from 'react'
import type { ApiKeyRow, NewApiKey } from '#contract/api-keys.ts'
import { lazyPart } from '#web/shared/later-part.tsx'
import { useFocusAfterRemoval } from '#web/shared/use-focus-after-work.ts'
import { useNow } from '#web/shared/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Table } from '#web/ui/table.tsx'
import { ListSection } from '../list-section.tsx'
import { keyColumns } from './key-columns.tsx'
import { isUsable } from './key-state.ts'

const CreateKeyDialog = lazyPart(async () => (await import('./create/create-key-dialog.tsx')).CreateKeyDialog)

type NamedKeysSectionProps = { keys: readonly ApiKeyRow[]; onMade: (key: NewApiKey) => void }

export function NamedKeysSection({ keys, onMade }: NamedKeysSectionProps) {
  const [isMaking, setIsMaking] = useState(false)
  const now = useNow()
  const named = keys.filter(({ isMaster }) => !isMaster)
  const list = useFocusAfterRemoval<HTMLDivElement>(named.filter((key) => isUsable(key, now)).length)
  const newKey = (
    <Button
      onFocus={CreateKeyDialog.preload}
      onPointerEnter={CreateKeyDialog.preload}
      onClick={() => setIsMaking(true)}
    >
      New key
    </Button>
  )
  return (
    <ListSection
      title="Keys for programs"
      description="One for each program: it opens no more than that program needs, and ends without troubling the others."
      actions={named.length > 0 && newKey}
    >
      {named.length === 0 ? (
        <EmptyState icon={<KeyRound />} action={newKey}>
          No keys yet. Make one for each program that talks to Lockstep, such as a warehouse or a reporting tool.
        </EmptyState>
      ) : (
        <div ref={list} tabIndex={-1} className="border-t outline-none">
          <Table caption="API keys" columns={keyColumns(onMade)} rows={named} rowKey={({ id }) => id} isWide />
        </div>
      )}
      <Suspense>{isMaking && <CreateKeyDialog onMade={onMade} onClose={() => setIsMaking(false)} />}</Suspense>
    </ListSection>
  )
}
