// biome-ignore-all lint/style/useTemplate: template literals are younger than the oldest Node.
// In the oldest JavaScript, so that a Node that cannot parse the program can say so.
'use strict';

var needed = [20, 19];
var present = process.versions.node.split('.').map(Number);

if (present[0] < needed[0] || (present[0] === needed[0] && present[1] < needed[1])) {
  process.stderr.write(
    'Mock API Console needs Node ' + needed.join('.') + ' or newer; this is Node ' + process.versions.node + '.\n',
  );
  process.exitCode = 2;
} else {
  require('./start.cjs');
}
