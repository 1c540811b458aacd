#version 450
layout(local_size_x = 1) in;
struct Inner { vec2 v; int n; };
struct Outer { Inner items[3]; mat3 m; };
layout(set = 2, binding = 5, std430) buffer Data { Outer data[]; };
int depth_of(int n) {
  if (n <= 0) return 0;
  if (n == 1) return 1;
  for (int i = 0; i < n; ++i) if (i * i > n) return i;
  return n;
}
void change(inout Inner inner) { inner.v = inner.v.yx; inner.n += depth_of(inner.n); }
Inner copy_of(Outer outer, int i) { return outer.items[i]; }
void never_called() { data[0].m = mat3(1.0); }
void main() {
  Outer local = data[gl_GlobalInvocationID.x];
  Inner inner = copy_of(local, 1);
  change(inner);
  change(local.items[2]);
  local.items[0] = inner;
  local.m[1][2] = determinant(local.m);
  data[gl_GlobalInvocationID.x] = local;
}
