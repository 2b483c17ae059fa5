// First: other modules read what it sets while they are loaded.
import '#web/lib/content-policy.ts'
import '#web/lib/language.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { wasSignedIn } from '#web/lib/session.tsx'
import { App } from './app.tsx'
import { preloadSignedIn } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')

// Starts loading the shell and the screen early for returning users; a visitor's first load stays small.
if (wasSignedIn()) preloadSignedIn(window.location.pathname)

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
