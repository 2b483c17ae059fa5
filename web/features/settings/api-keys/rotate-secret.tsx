import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useRotateSigningSecret } from './api.ts'
import { ReplaceDialog } from './replace-dialog.tsx'

export function RotateSigningSecret({ onRotated }: { onRotated: (secret: string) => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const rotate = useRotateSigningSecret((secret) => {
    setIsAsking(false)
    onRotated(secret)
  })

  function ask() {
    rotate.reset()
    setIsAsking(true)
  }

  return (
    <>
      <Button isPending={rotate.isPending && !isAsking} onClick={ask}>
        Rotate
      </Button>
      {isAsking && (
        <ReplaceDialog
          title="Rotate the signing secret?"
          description="Every message carries the signatures of both while the present one stays good: put the new one into your channels meanwhile."
          action="Rotate"
          loss="messages are signed with the new secret alone"
          serverError={rotate.error}
          isPending={rotate.isPending}
          onReplace={rotate.mutate}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
