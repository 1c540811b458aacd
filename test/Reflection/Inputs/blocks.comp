// Blocks of every layout: std140, std430 and scalar, with arrays, matrices of both majorities, nesting, 8, 16 and 64
// bits, addresses, open arrays and lengths from specialization constants.
#version 460
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require

layout(local_size_x_id = 7, local_size_y = 2) in;
layout(constant_id = 3) const uint kCount = 4;
layout(constant_id = 4) const float kScale = 1.5;
layout(constant_id = 5) const bool kFlag = true;
layout(constant_id = 6) const int kOffset = -3;

struct Light {
  vec3 position;
  float range;
  mat3 basis;
};

layout(buffer_reference) buffer Node;
layout(buffer_reference, scalar) buffer Node {
  uint value;
  Node next;
  vec3 items[2];
};

layout(set = 0, binding = 0) uniform Scene {
  mat3x2 narrow[2];
  float weights[kCount];
  layout(row_major) mat2x3 rows;
  Light lights[2][3];
  float tail;
} scene;

layout(set = 0, binding = 1, std430) buffer Particles {
  int count;
  Light first;
  vec3 open[];
} particles;

layout(set = 0, binding = 2, scalar) readonly buffer Small {
  uint8_t byte;
  float16_t half_float;
  f16vec3 half_vector;
  int64_t large;
  dvec3 doubles;
  mat3 tight;
  float switch_;
} small_values;

layout(push_constant, std430) uniform Push {
  layout(offset = 16) vec4 color;
  Node node;
  float unused;
} push;

layout(set = 0, binding = 3) buffer Result {
  vec4 values[];
} result[2];

void main() {
  Node node = push.node;
  result[1].values[gl_GlobalInvocationID.x] =
      push.color * scene.tail + vec4(particles.open[1], scene.weights[2]) + vec4(node.next.items[0], kScale) +
      vec4(small_values.half_float) + (kFlag ? vec4(kOffset) : vec4(scene.lights[1][2].range));
  particles.count = int(small_values.large);
}
