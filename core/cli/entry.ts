#!/usr/bin/env node
// Plain syntax and nothing loaded before the checks: this file must start under any Node, and quickly.
import packageJson from '../../package.json' with { type: 'json' }

const args = process.argv.slice(2)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) {
  process.stdout.write(`${packageJson.version}\n`)
} else if (major < 22 || (major === 22 && minor < 12)) {
  void import('./old-node.ts').then(({ leaveOldNode }) => leaveOldNode(args))
} else {
  void import('./main.ts').then(({ main }) => main(args, packageJson.version))
}
