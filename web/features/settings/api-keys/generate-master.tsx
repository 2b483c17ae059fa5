import { useState } from 'react'
import type { ApiKeyRow, NewApiKey } from '#contract/api-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { useGenerateMaster } from './api.ts'
import { ReplaceDialog } from './replace-dialog.tsx'

type GenerateMasterKeyProps = { present: ApiKeyRow | undefined; onMade: (key: NewApiKey) => void }

/** The first master key is made at once; one in the place of another after a question. */
export function GenerateMasterKey({ present, onMade }: GenerateMasterKeyProps) {
  const [isAsking, setIsAsking] = useState(false)
  const generate = useGenerateMaster((newKey) => {
    setIsAsking(false)
    onMade(newKey)
  })

  function ask() {
    generate.reset()
    setIsAsking(true)
  }

  return (
    <>
      <Button
        variant="primary"
        isPending={generate.isPending && !isAsking}
        onClick={() => (present ? ask() : generate.mutate(0))}
      >
        Generate New
      </Button>
      {isAsking && (
        <ReplaceDialog
          title="Generate a new master key?"
          description="Programs that use the present one need the new one before it ends. Other keys stay as they are."
          action="Generate New"
          loss="the present master key opens nothing any more"
          serverError={generate.error}
          isPending={generate.isPending}
          onReplace={generate.mutate}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
